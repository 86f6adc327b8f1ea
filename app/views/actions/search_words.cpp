// search_words.cpp: the table of other names: one row per action.
#include "app/views/actions/search_words.h"

#include <algorithm>
#include <array>
#include <utility>

namespace views {
namespace {

using Row = std::pair<std::string_view, std::string_view>;

constexpr std::array<Row, 18> kRows = {
    {{"view relatives",
      "cnn rnn lstm gru convolution convolutional recurrence recurrent network receptive field relatives "
      "卷積 卷积 循環 循环 遞迴 递归 神經網路 神经网络 感受野"},
     {"view cheaper",
      "linformer performer longformer reformer flash sparse linear low rank efficient attention "
      "高效 線性 线性 稀疏 低秩 省"},
     {"view positions",
      "sinusoidal rotary rope alibi encoding position embedding 位置編碼 位置编码 旋轉 旋转"},
     {"view ways",
      "ways family variants kinds wall attention mask positions weighing 家族 種類 种类 變體 变体 注意力 "
      "方法"},
     {"view depth",
      "vanishing exploding gradient rank collapse residual skip 梯度消失 梯度爆炸 深度 殘差 残差"},
     {"view gallery",
      "vit detr transunet unet context transformer vision image picture object detection segmentation "
      "few-shot "
      "patches hungarian matching boxes 視覺 视觉 圖片 图片 影像 物件偵測 目标检测 分割 少樣本 小样本 畫廊 "
      "画廊"},
     {"view attribution", "gradient saliency integrated attribution 梯度 歸因 归因 重要性"},
     {"gradient of", "gradient derivative backward backpropagation 梯度 導數 导数 反向傳播 反向传播"},
     {"gradient side", "gradient derivative backward 梯度 導數 导数"},
     {"view learning",
      "training train loss gradient descent optimiser 訓練 训练 學習 学习 損失 损失 梯度下降"},
     {"view experiments", "softmax temperature scale softmax 溫度 温度 縮放 缩放 實驗 实验"},
     {"view generate", "softmax sampling gpt language model lm 取樣 采样 語言模型 语言模型"},
     {"view rollout", "attention rollout flow layers 層 层 流"},
     {"view heads", "multi-head multihead 多頭 多头"},
     {"view stage", "softmax attention weights 注意力 權重 权重"},
     {"preset.encoder", "bert encoder bidirectional 編碼器 编码器 雙向 双向"},
     {"preset.decoder", "gpt llama decoder causal autoregressive 解碼器 解码器 自迴歸 自回归"},
     {"preset.transformer", "transformer translation seq2seq encoder-decoder t5 翻譯 翻译"}}};

}  // namespace

std::string search_words(std::string_view action) {
  const auto* const found =
      std::find_if(kRows.begin(), kRows.end(), [&](const Row& row) { return row.first == action; });
  return found == kRows.end() ? std::string() : std::string(found->second);
}

bool has_search_words(std::string_view typed, std::string_view action) {
  const std::string all = " " + search_words(action);
  std::string word;
  size_t found = 0;
  const auto is_there = [&] {
    const bool is_ascii = std::all_of(word.begin(), word.end(), [](char c) { return (c & 0x80) == 0; });
    return all.find(is_ascii ? " " + word : word) != std::string::npos && (!is_ascii || word.size() > 1);
  };
  for (const char letter : std::string(typed) + " ") {
    if (letter != ' ') {
      word += letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
    } else if (!word.empty()) {
      if (!is_there()) return false;
      ++found;
      word.clear();
    }
  }
  return found > 0;
}

}  // namespace views
