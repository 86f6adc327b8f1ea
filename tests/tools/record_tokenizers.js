#!/usr/bin/env node
// Records what Hugging Face's tokenizers library makes of random texts, for tests/engine/tokenizer_recordings_test.cpp.
//
//     npm install --prefix FOLDER tokenizers@0.23.2
//     NODE_PATH=FOLDER/node_modules node tests/tools/record_tokenizers.js tests/golden/tokenizers/recordings.json
//     ... record_tokenizers.js recordings.json CLASS     prints the ids of each of the class's texts instead
//
// A recording is small: the texts come from seeds, and of ten texts' ids one hash is kept. Letters are those of
// Unicode 8 and older, since the library's own tables are of several ages (8 to 17). Needs Debian's unicode-data.
'use strict';
const fs = require('fs');
const {Tokenizer} = require('tokenizers');
const classes = require('./tokenizer_classes.js');

const UNICODE = '/usr/share/unicode/';
const OLDEST_TABLE = 8;  // of the library's
// Letters whose class has changed since then.
const CHANGED = new Set([0x1734, 0x1885, 0x1886, 0x1CF2, 0x1CF3, 0x1DDD, 0xA9BD, 0x111C9]);
const TEXTS = 300;
const TOGETHER = 10;  // texts of one hash
const LETTERS_TOGETHER = 256;

function codeRanges(file, wanted) {
  const ranges = [];
  for (const line of fs.readFileSync(UNICODE + file, 'utf8').split('\n')) {
    const found = /^([0-9A-F]+)(?:\.\.([0-9A-F]+))? *; *([\w.]+)/.exec(line);
    if (!found || !wanted(found[3])) continue;
    const first = parseInt(found[1], 16);
    ranges.push([first, parseInt(found[2] || found[1], 16)]);
  }
  return ranges.sort((a, b) => a[0] - b[0]);
}

// Without surrogates, letters that are none, private ones, and planes above the third.
function alphabet() {
  const old = codeRanges('DerivedAge.txt', (age) => parseFloat(age) <= OLDEST_TABLE);
  const result = [];
  for (const [first, last] of old) {
    for (let code = first; code <= last; ++code) {
      if (code > 0x3FFFF || CHANGED.has(code) || /^[\p{Cs}\p{Cn}\p{Co}]$/u.test(String.fromCodePoint(code))) continue;
      const previous = result[result.length - 1];
      if (previous && previous[1] === code - 1) previous[1] = code;
      else result.push([code, code]);
    }
  }
  return result;
}

// mulberry32
function random(seed) {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6D2B79F5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const KINDS = {
  words: ['the', 'Hello', 'don\'t', 'I\'LL', 'naïve', 'Straße', 'McDonald', 'ẞ', 'İstanbul', 'ΣΊΣΥΦΟΣ', 'x', 'it\'s'],
  spaces: [0x20, 0x20, 0x20, 0x9, 0xA, 0xD, 0xB, 0xC, 0x85, 0xA0, 0x1680, 0x180E, 0x2003, 0x2028, 0x2029, 0x202F, 0x205F,
    0x3000, 0x200B, 0xFEFF].map((code) => String.fromCodePoint(code)).concat(['\r\n', '\n\n', '   ']),
  digits: [...'0123456789', '٣', '①', 'Ⅷ', '²', '½', '९'],
  marks: [...'.,!?;:\'"()[]{}<>/\\|-_+=*&^%$#@~`…。，、！「」¿·€'],
  ideographs: [...'我不想延畢漢字かなカナ한국어々〆〇𠀀𪜶', '\u{F900}', '\u{2F800}', '\u{2B920}', '\u{2B821}'],
  accents: [0x301, 0x302, 0x308, 0x323, 0x30A, 0x327, 0x20DD, 0x93F, 0x94D, 0xE33, 0x1161, 0x11A8, 0x3099]
    .map((code) => String.fromCodePoint(code)).concat(['e\u0301\u0302', '\u1112\u1161\u11AB', 'q\u0307\u0323']),
  emoji: ['😀', '👩', '\u200D', '💻', '\uFE0F', '🇹', '🇼', '🏽', '❤', '⌨', '\u20E3'],
  controls: [0x1, 0x7, 0x1B, 0x7F, 0x80, 0xAD, 0x200E, 0x202E, 0x2060, 0xFFFD, 0x600].map((code) => String.fromCodePoint(code)),
};
const KIND_NAMES = Object.keys(KINDS);

function makeText(index, letters, own) {
  const next = random(index * 7919 + 1);
  const total = letters.reduce((sum, [first, last]) => sum + last - first + 1, 0);
  const anyLetter = () => {
    let place = next(total);
    for (const [first, last] of letters) {
      if (place <= last - first) return String.fromCodePoint(first + place);
      place -= last - first + 1;
    }
  };
  let text = '';
  for (let parts = 1 + next(12); parts > 0; --parts) {
    const kind = next(KIND_NAMES.length + 3);
    if (kind === KIND_NAMES.length) {
      for (let count = 1 + next(6); count > 0; --count) text += anyLetter();
    } else if (kind === KIND_NAMES.length + 1) {
      text += ['a', ' ', '\n', '7', 'é'][next(5)].repeat(20 + next(110));
    } else if (kind === KIND_NAMES.length + 2 && own.length > 0) {
      for (let count = 1 + next(3); count > 0; --count) text += own[next(own.length)];
    } else {
      const list = KINDS[KIND_NAMES[kind % KIND_NAMES.length]];
      for (let count = 1 + next(3); count > 0; --count) text += list[next(list.length)];
    }
  }
  return text;
}

// FNV-1a of 32 bits, over numbers of 32 bits and over bytes.
class Hash {
  constructor() { this.state = 0x811C9DC5; }
  byte(value) { this.state = Math.imul(this.state ^ value, 0x01000193) >>> 0; }
  number(value) { for (let shift = 0; shift < 32; shift += 8) this.byte((value >>> shift) & 255); }
  text(value) { for (const byte of Buffer.from(value, 'utf8')) this.byte(byte); this.byte(255); }
  hex() { return this.state.toString(16).padStart(8, '0'); }
}

async function idsOf(tokenizer, text, pair) {
  try {
    const encoding = await tokenizer.encode(text, pair);
    return encoding.getIds();
  } catch (failure) {
    return null;
  }
}

// Of a class: {"refused": true}, or its hashes.
async function record(row, texts) {
  let tokenizer;
  try {
    tokenizer = Tokenizer.fromString(JSON.stringify(classes.tokenizerOf(row)));
  } catch (failure) {
    return {refused: true};
  }
  const hashes = [];
  for (let begin = 0; begin < texts.length; begin += TOGETHER) {
    const hash = new Hash();
    for (const text of texts.slice(begin, begin + TOGETHER)) {
      const ids = await idsOf(tokenizer, text, row.pair ? 'a pair' : undefined);
      hash.number(ids === null ? 0xFFFFFFFF : ids.length);
      if (ids === null) continue;
      for (const id of ids) hash.number(id);
      if (row.decodes) hash.text(await tokenizer.decode(ids, false));
    }
    hashes.push(hash.hex());
  }
  return {hashes: hashes.join('')};
}

// Every letter, in texts of many with a line between each two.
function letterTexts(letters) {
  const texts = [];
  let some = [];
  for (const [first, last] of letters) {
    for (let code = first; code <= last; ++code) {
      some.push(String.fromCodePoint(code));
      if (some.length < LETTERS_TOGETHER) continue;
      texts.push(some.join('\n'));
      some = [];
    }
  }
  if (some.length > 0) texts.push(some.join('\n'));
  return texts;
}

async function show(row, texts) {
  const tokenizer = Tokenizer.fromString(JSON.stringify(classes.tokenizerOf(row)));
  for (let i = 0; i < texts.length; ++i) {
    const ids = await idsOf(tokenizer, texts[i], row.pair ? 'a pair' : undefined);
    const line = {i, text: texts[i], ids};
    if (row.decodes && ids) line.decoded = await tokenizer.decode(ids, false);
    console.log(JSON.stringify(line));
  }
}

async function main() {
  const [file, only] = process.argv.slice(2);
  const letters = alphabet();
  const textsOf = (row) => row.every_letter ? letterTexts(letters)
    : Array.from({length: TEXTS}, (_, index) => makeText(index, letters, row.own || []));
  if (only) return show(classes.rows.find((row) => row.name === only), textsOf(classes.rows.find((row) => row.name === only)));
  const recorded = [];
  for (const row of classes.rows) recorded.push({...row, ...await record(row, textsOf(row))});
  const whole = {texts: TEXTS, together: TOGETHER, letters_together: LETTERS_TOGETHER, alphabet: letters, kinds: KINDS,
    parts: classes.parts, classes: recorded};
  const lines = JSON.stringify(whole).replace(/\{"name"/g, '\n{"name"');
  const before = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
  if (before && before !== lines + '\n') console.error('The library says something else than before, or the classes have changed.');
  fs.writeFileSync(file, lines + '\n');
  console.log(`${recorded.length} classes, ${recorded.filter((row) => row.refused).length} refused`);
}

main();
