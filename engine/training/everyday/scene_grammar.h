// scene_grammar.h: everyday sentences as data: kinds of scene, their frames with slots, and classes of words
// that fill the slots. A context-free grammar whose slots remember what filled them.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/result.h"

namespace engine {

// Where a slot's column is looked for in the words of the subject: {.his}.
inline constexpr int kSubjectSlot = -1;
// No slot at all.
inline constexpr int kNoSlot = -2;

struct ScenePart;
using SceneParts = std::vector<ScenePart>;

// A piece of a frame, or of a cell.
struct ScenePart {
  enum class Kind {
    kText,    // as it stands
    kChoice,  // [one|of|these]
    kSlot,    // {class.column}
    kTest,    // {class.column?these|or these}: the first where the cell has something in it
  };

  Kind kind = Kind::kText;
  std::string text;                 // of kText; of {.column} the column's name
  std::vector<SceneParts> choices;  // of kChoice and kTest
  int slot = kNoSlot;               // into ScenePattern::slots, or kSubjectSlot
  int column = 0;                   // of the slot's class
  int subject = kNoSlot;  // the slot that the cell's {.column} asks; kNoSlot: the first that has one
};

// What a frame's slots of one name are filled with: one row of a class. {person} and {person2} are different
// rows.
struct SceneSlot {
  std::string name;                  // of the class
  int number = 1;                    // {person2}
  std::vector<std::string> tags;     // that the row must have: {animal+pet}
  std::string row;                   // {person=I}: the row that begins with this
  std::string differs;               // {person2!he}: the column in which it is unlike the slots before
  std::vector<std::string> columns;  // that the row must have something in

  int of = 0;                 // the class
  std::vector<int> rows;      // that it may be filled with
  int differing_column = -1;  // `differs`
};

// A frame, or a cell: text with slots of its own.
struct ScenePattern {
  SceneParts parts;
  std::vector<SceneSlot> slots;
  int line = 0;  // of the file, from 1

  bool is_empty() const { return parts.empty(); }
};

struct SceneRow {
  std::vector<ScenePattern> cells;  // one a column
  std::vector<std::string> tags;
  std::string name;  // its first cell, as written
};

// Words that may stand in the same places, with what belongs to each: a country with its capital.
struct SceneClass {
  std::string name;
  std::vector<std::string> columns;
  std::vector<SceneRow> rows;
  std::string verbs;  // the class that has the forms of each row's first word; empty: none
  int line = 0;

  // The number of a column; -1 where there is none of that name.
  int column(std::string_view named) const;
};

// A question with one right answer: "The capital of {country} is", "{country.capital}".
struct SceneAsk {
  ScenePattern opening;
  ScenePattern answer;  // its slots are those of the opening
};

struct SceneKind {
  std::string name;
  int weight = 1;  // how often it is drawn, beside the others
  std::vector<ScenePattern> frames;
  std::vector<SceneAsk> asks;
  int line = 0;
};

struct SceneGrammar {
  std::vector<SceneClass> classes;
  std::vector<SceneKind> kinds;
  std::vector<std::string> vowel_words;                        // "hour": said with a vowel first
  std::vector<std::string> consonant_words;                    // "useful": said with none
  std::map<std::string, std::string, std::less<>> simplified;  // characters that 简体 writes otherwise
  // The number of a class; -1 where there is none of that name.
  int class_named(std::string_view name) const;
};

// A grammar's text, whose lines are:
//   class NAME: COLUMN | COLUMN     words that may stand in the same place. "class NAME by VERBS: COLUMN":
//   each
//                                   row's first word is a row of the class VERBS, whose other columns it has
//                                   too, with that form of the word
//     cell | cell +tag; cell        rows, indented, with ";" between them
//     * | cell +tag                 what the rows below have in cells that they leave out; "-" is nothing
//   kind NAME [WEIGHT]              a kind of scene
//     The {pet} [sat|slept] here.   its frames, indented, one a line
//     ? A young {pet} is a | {pet.young}   what it holds to be true: an opening and its answer
//   an: WORD...   a: WORD...        words said with a vowel first, or with none, though written otherwise
//   simplified: PAIR...             two characters each, 繁體 and 简体
//   # a remark
// Slots: {CLASS}, {CLASS.COLUMN}, {CLASS+TAG}, {CLASS=ROW}; {CLASS2} another row of the same class,
// {CLASS2!COLUMN} one that differs in that column; {CLASS.COLUMN?if it has something|or else};
// {CLASS@SUBJECT}: in a cell, {.COLUMN} asks the subject, a slot of the frame: the first that has the column,
// if none is named. A slot says the same wherever its frame has it. `file` is the text's name, for errors,
// all of which have it, the line, and what is wrong there as `name`: error.scenes_line (nothing of the
// above), error.scenes_brackets, error.scenes_unknown (a class, a column, a verb), error.scenes_unused (a
// class), error.scenes_twice, error.scenes_nothing (no row can fill the slot; a kind without frames),
// error.scenes_subject (nobody whom a cell can ask, or cells that ask each other for ever).
Result<SceneGrammar> read_scenes(std::string_view file, std::string_view text);

}  // namespace engine
