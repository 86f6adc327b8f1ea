// who_words.cpp: the words of the task `who` in English and in Chinese.
#include "engine/training/tasks/who.h"

namespace engine {

const WhoLanguage& who_english() {
  static const WhoLanguage language{
      .task = "who",
      .longest = 19,
      .article = "the",
      .people = {"girl queen woman mother", "boy king man father", "girls boys kings women"},
      .pronouns = {"she", "he", "they"},
      .near = "near|behind",
      .qualities = "old young tall quiet",
      .because = "because",
      .it = "it",
      .too = "was too",
      .stop = ".",
      .verbs = {{"thanked", "felt happy|felt glad", "had helped|had waited"},
                {"feared", "felt weak|felt small", "looked wild|had shouted"},
                {"helped", "felt strong|looked kind", "felt weak|felt small"},
                {"followed", "felt alone|felt lost", "looked happy|had waited"},
                {"praised", "felt kind|looked happy", "had helped|looked strong"},
                {"trusted", "felt small|felt alone", "looked kind|felt strong"}},
      .things = {{"animal dog cat horse cow turtle mouse bird",
                  "street river road bridge path field garden square",
                  "did not cross|didn't cross|did not like|didn't like|left", "tired old slow lazy",
                  "wide long full busy"},
                 {"book trophy lamp chair guitar clock", "suitcase box bag drawer car room",
                  "did not fit in|didn't fit in", "big long heavy", "small narrow full"},
                 {"ball stone book clock lamp guitar", "table glass chair box roof floor",
                  "broke|fell through", "heavy hard big", "thin weak old"}},
      .shown = {"the animal did not cross the street because it was too tired",
                "the animal did not cross the street because it was too wide",
                "the trophy did not fit in the suitcase because it was too small",
                "the zebra did not cross the lane because it was too tired",
                "the girl thanked the king because <mask> had helped"}};
  return language;
}

const WhoLanguage& who_chinese() {
  static const WhoLanguage language{
      .task = "who-zh",
      .longest = 18,
      .article = "",
      .people = {"女孩 女王 媽媽 阿姨", "男孩 國王 爸爸 叔叔", "孩子們 學生們 老師們 鄰居們"},
      .pronouns = {"她", "他", "他們"},
      .near = "旁邊 的|後面 的",
      .is_near_first = true,
      .qualities = "",
      .because = "， 因為",
      .it = "它",
      .too = "太",
      .after = "了",
      .stop = "。",
      .verbs = {{"感謝", "很 高興|很 開心", "幫 了 忙|等 了 很 久"},
                {"害怕", "很 弱|很 小", "很 凶|大叫 了"},
                {"幫助", "很 強|很 善良", "很 弱|很 小"},
                {"跟著", "很 孤單|迷 了 路", "很 開心|等 了 很 久"},
                {"稱讚", "很 善良|很 開心", "幫 了 忙|很 強"},
                {"相信", "很 小|很 孤單", "很 善良|很 強"}},
      .things = {{"書 獎盃 燈 椅子 琴 鐘", "箱子 盒子 袋子 抽屜 車 房間", "放 不 進", "大 長 重", "小 窄 滿"},
                 {"球 石頭 書 鐘 燈 琴", "桌子 玻璃 椅子 盒子 屋頂 地板", "壓 壞 了", "重 硬 大",
                  "薄 軟 舊"}},
      .shown = {"書放不進箱子，因為它太大了", "書放不進箱子，因為它太小了", "石頭壓壞了桌子，因為它太薄了。",
                "鋼琴 放不進箱子，因為它太大了", "女孩感謝國王，因為<mask>幫了忙。"}};
  return language;
}

}  // namespace engine
