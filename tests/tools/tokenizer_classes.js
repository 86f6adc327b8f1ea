// The tokenizers that record_tokenizers.js records: every component of tokenizer.json alone, and in the sequences that
// published models use. A class names its parts, or has them itself; what it says nothing of is `letters`.
'use strict';
const fs = require('fs');

// GPT-2's letters for bytes.
function byteLetters() {
  const letters = [];
  let next = 256;
  for (let byte = 0; byte < 256; ++byte) {
    const isShown = (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174;
    letters.push(String.fromCodePoint(isShown ? byte : next++));
  }
  return letters;
}

function numbered(pieces) {
  return Object.fromEntries(pieces.map((piece, id) => [piece, id]));
}

const split = (expression, behavior = 'Isolated', invert = false) =>
  ({type: 'Split', pattern: {Regex: expression}, behavior, invert});
const splitText = (text, behavior = 'Isolated', invert = false) => ({type: 'Split', pattern: {String: text}, behavior, invert});
const bytes = {type: 'ByteLevel', add_prefix_space: false, trim_offsets: true, use_regex: false};
const cutBy = (...steps) => ({type: 'Sequence', pretokenizers: [...steps, bytes]});
const added = (id, content, more = {}) => ({id, content, single_word: false, lstrip: false, rstrip: false, normalized: false,
  special: false, ...more});

const LETTERS = byteLetters();
const SPIECE = ['<unk>', '<s>', '</s>', '▁', 'a', 'e', 'the', '▁the', '▁a', 'he', 'h', 'l', 'll', 'o', 'H', '▁H', 's', 't', 'x', '我', '不',
  '▁我', 'é', '1', '7', '77', 'aa', 'aaaa', ' ', '\n', 'd', 'n', '\'', 'I'];
const BYTE_PIECES = Array.from({length: 256}, (_, byte) => `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`);
const WORDS = ['[UNK]', 'the', 'hello', 'Hello', 'x', '##x', 'a', '##a', '##aa', 'aa', 'na', '##ive', '##ï', 'nai', '##ve', '我', '不', '.', ',',
  '!', '1', '##7', '7', '##77', 'it', '\'', 's', 'don', 't', '##e', 'stra', '##ß', 'é', '##é', 'zq'];

const unigram = (pieces, more) => ({type: 'Unigram', unk_id: 0, vocab: pieces.map((piece, i) => [piece, i < 3 ? 0 : -1 - (i % 9) - piece.length / 64]),
  byte_fallback: false, ...more});
const bpe = (pieces, merges, more) => ({type: 'BPE', dropout: null, unk_token: null, continuing_subword_prefix: null,
  end_of_word_suffix: null, fuse_unk: false, byte_fallback: false, ignore_merges: false, vocab: numbered(pieces), merges, ...more});
const MERGES = ['h e', 't he', 'l l', 'a a', 'aa aa', '▁ the', '▁ H', '▁ a', '7 7'];

// Models by name, since many classes have the same.
const parts = {
  // Each byte a piece, and another at a word's end: the ids say where words end.
  letters: bpe([...LETTERS, ...LETTERS.map((letter) => letter + '</w>')], [], {end_of_word_suffix: '</w>'}),
  pieces: bpe([...SPIECE, ...BYTE_PIECES], MERGES, {unk_token: '<unk>'}),
  fallback: bpe([...SPIECE, ...BYTE_PIECES], MERGES, {unk_token: '<unk>', fuse_unk: true, byte_fallback: true}),
  some_bytes: bpe([...SPIECE, ...BYTE_PIECES.slice(0, 0xE5)], MERGES, {unk_token: '<unk>', fuse_unk: true, byte_fallback: true}),
  fused: bpe(SPIECE, MERGES, {unk_token: '<unk>', fuse_unk: true}),
  dropping: bpe(SPIECE, MERGES, {}),
  whole: bpe([...SPIECE, 'hello', 'Hello'], MERGES, {unk_token: '<unk>', ignore_merges: true}),
  prefixed: bpe(['<unk>', 'a', '##a', 'aa', '##aa', 'h', '##e', 'he', 't', '##h', '##x', ...BYTE_PIECES], ['a ##a', '##a ##a', 'h ##e'],
    {unk_token: '<unk>', continuing_subword_prefix: '##', byte_fallback: true}),
  suffixed: bpe(['<unk>', 'a', 'a</w>', 'aa</w>', 'h', 'e', 'e</w>', 'he</w>', 't', 'the</w>', ...BYTE_PIECES], ['a a</w>', 'h e</w>', 't he</w>'],
    {unk_token: '<unk>', end_of_word_suffix: '</w>', byte_fallback: true}),
  unigram: unigram(SPIECE),
  unigram_bytes: unigram([...SPIECE, ...BYTE_PIECES], {byte_fallback: true}),
  unigram_without: unigram(SPIECE, {unk_id: null}),
  word_piece: {type: 'WordPiece', unk_token: '[UNK]', continuing_subword_prefix: '##', max_input_chars_per_word: 100, vocab: numbered(WORDS)},
  word_piece_short: {type: 'WordPiece', unk_token: '[UNK]', continuing_subword_prefix: '##', max_input_chars_per_word: 4,
    vocab: numbered(WORDS)},
  word_level: {type: 'WordLevel', unk_token: '[UNK]', vocab: numbered(WORDS)},
};

const rows = [];
function row(name, own) {
  rows.push({name, ...own});
}

// --- normalizers

// A map of SentencePiece's, in its own form: of RULES in tokenizer_goldens.py.
const trained = JSON.parse(require('fs').readFileSync(`${__dirname}/../golden/tokenizers/unigram/tokenizer.json`, 'utf8'));
function precompiledOf(step) {
  if (!step || step.type === 'Precompiled') return step;
  return precompiledOf((step.normalizers || []).find((each) => precompiledOf(each)));
}
const normalizers = {
  nfc: {type: 'NFC'},
  nfd: {type: 'NFD'},
  nfkc: {type: 'NFKC'},
  nfkd: {type: 'NFKD'},
  lowercase: {type: 'Lowercase'},
  strip: {type: 'Strip', strip_left: true, strip_right: true},
  strip_left: {type: 'Strip', strip_left: true, strip_right: false},
  strip_accents: {type: 'StripAccents'},
  nmt: {type: 'Nmt'},
  byte_level: {type: 'ByteLevel'},
  precompiled: precompiledOf(trained.normalizer),
  prepend: {type: 'Prepend', prepend: '▁'},
  bert: {type: 'BertNormalizer', clean_text: true, handle_chinese_chars: true, strip_accents: null, lowercase: true},
  bert_cased: {type: 'BertNormalizer', clean_text: true, handle_chinese_chars: true, strip_accents: null, lowercase: false},
  bert_accents: {type: 'BertNormalizer', clean_text: true, handle_chinese_chars: true, strip_accents: false, lowercase: true},
  bert_bare: {type: 'BertNormalizer', clean_text: false, handle_chinese_chars: false, strip_accents: true, lowercase: false},
  replace: {type: 'Replace', pattern: {String: ' '}, content: '▁'},
  replace_runs: {type: 'Replace', pattern: {Regex: '\\s+'}, content: ' '},

  xlnet: {type: 'Sequence', normalizers: [{type: 'Replace', pattern: {String: '``'}, content: '"'}, {type: 'NFKD'}, {type: 'StripAccents'},
    {type: 'Replace', pattern: {Regex: ' {2,}'}, content: ' '}]},
};
for (const [name, normalizer] of Object.entries(normalizers)) {
  const pre_tokenizer = name === 'byte_level' ? null : bytes;
  row(`normalizer ${name}`, {normalizer, pre_tokenizer});
  row(`normalizer ${name}, every letter`, {normalizer, pre_tokenizer, every_letter: true});
}

// --- pre-tokenizers

const GPT2 = '\'s|\'t|\'re|\'ve|\'m|\'ll|\'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+';
const LLAMA3 = '(?i:\'s|\'t|\'re|\'ve|\'m|\'ll|\'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+';
const QWEN2 = LLAMA3.replace('{1,3}', '');
const CL100K = '\'(?i:[sdmt]|ll|ve|re)|[^\\r\\n\\p{L}\\p{N}]?+\\p{L}++|\\p{N}{1,3}+| ?[^\\s\\p{L}\\p{N}]++[\\r\\n]*+|\\s++$|\\s*[\\r\\n]|\\s+(?!\\S)|\\s';
const O200K = '[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]*[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]+(?i:\'s|\'t|\'re|\'ve|\'m|\'ll|\'d)?|' +
  '[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]+[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]*(?i:\'s|\'t|\'re|\'ve|\'m|\'ll|\'d)?|' +
  '\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n/]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+';
const KIMI = '[\\p{Han}]+|[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}&&[^\\p{Han}]]*[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}&&[^\\p{Han}]]+(?i:\'s|\'t|\'re|\'ve|\'m|\'ll|\'d)?|' +
  '[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}&&[^\\p{Han}]]+[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}&&[^\\p{Han}]]*(?i:\'s|\'t|\'re|\'ve|\'m|\'ll|\'d)?|' +
  '\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+';
const BLOOM = ' ?[^(\\s|[.,!?…。，、।۔،])]+';

const splitters = {
  white_space: {type: 'Whitespace'},
  white_space_split: {type: 'WhitespaceSplit'},
  bert: {type: 'BertPreTokenizer'},
  punctuation: {type: 'Punctuation'},
  punctuation_removed: {type: 'Punctuation', behavior: 'Removed'},
  punctuation_contiguous: {type: 'Punctuation', behavior: 'Contiguous'},
  digits: {type: 'Digits', individual_digits: false},
  digits_each: {type: 'Digits', individual_digits: true},
  metaspace: {type: 'Metaspace', replacement: '▁', prepend_scheme: 'always', split: true},
  metaspace_first: {type: 'Metaspace', replacement: '▁', prepend_scheme: 'first', split: true},
  metaspace_never: {type: 'Metaspace', replacement: '▁', prepend_scheme: 'never', split: false},
  char_delimiter: {type: 'CharDelimiterSplit', delimiter: 'a'},
  unicode_scripts: {type: 'UnicodeScripts'},
  fixed_length: {type: 'FixedLength', length: 5},
  byte_level_regex: {type: 'ByteLevel', add_prefix_space: true, trim_offsets: true, use_regex: true},
  split_removed: split('\\s+', 'Removed'),
  split_previous: split('[aeo ]', 'MergedWithPrevious'),
  split_next: split('[aeo ]', 'MergedWithNext'),
  split_contiguous: split('[aeo ]', 'Contiguous'),
  split_inverted: split('\\p{L}+', 'Removed', true),
  split_text: splitText('e', 'MergedWithNext'),
  split_empty_text: splitText('', 'Isolated'),
  split_before_capital: split('(?=[A-Z])'),
  split_capital_previous: split('(?=[A-Z])', 'MergedWithPrevious'),
  split_capital_next: split('(?<=[a-z])(?=[A-Z])', 'MergedWithNext'),
  split_thousands: split('(?<=\\d)(?=(?:\\d{3})+(?!\\d))'),
  intersection: split('[a-z&&[^aeiou]]'),
  possessive: split('\\p{N}{1,3}+'),
  word: split('\\w+'),
  bounds: split('\\b'),
  line_starts: split('^\\s+'),
  line_ends: split('\\s+$'),
  spaces: split('\\s'),
  posix_spaces: split('[[:space:]]'),
  han: split('\\p{Han}+'),
  hangul: split('\\p{Hangul}+'),
  hex: split('\\h+'),
  posix_punct: split('[[:punct:]]'),
  posix_no_punct: split('[[:^punct:]a]+'),
  property_punct: split('\\p{Punct}+|\\P{Punct}'),
  posix_alpha: split('[[:alpha:]]+'),
  up_to_two: split('a{,2}'),
  any_line: split('(?m:a.)'),
  ignoring_case: split('(?i)straße'),
  quoting: split('\\Qa\\E'),
  absent: split('(?~ab)'),
  code_points: split('[\\u4e00-\\u9fff]+'),
  letters_any: split('\\p{Ll}|\\p{Lu}|\\p{Lo}'),
  graphemes: split('\\X'),
  gpt2: split(GPT2),
  llama3: split(LLAMA3),
  qwen2: split(QWEN2),
  cl100k: split(CL100K),
  o200k: split(O200K),
  kimi: split(KIMI),
  bloom: split(BLOOM),
  script_greek: split('\\p{Script=Greek}'),
};
for (const [name, step] of Object.entries(splitters)) row(`splitter ${name}`, {pre_tokenizer: cutBy(step)});
row('splitter deepseek', {pre_tokenizer: cutBy(split('\\p{N}{1,3}'), split('[一-龥぀-ゟ゠-ヿ]+'),
  split('[!"#$%&\'()*+,\\-./:;<=>?@\\[\\\\\\]^_`{|}~][A-Za-z]+|[^\\r\\n\\p{L}\\p{P}\\p{S}]?[\\p{L}\\p{M}]+| ?[\\p{P}\\p{S}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+'))});
row('splitter falcon', {pre_tokenizer: cutBy({type: 'Punctuation', behavior: 'Contiguous'}, {type: 'ByteLevel', add_prefix_space: false,
  trim_offsets: true, use_regex: true}, {type: 'Digits', individual_digits: false}, split('[0-9][0-9][0-9]'))});

// --- models

const spaced = {normalizer: {type: 'Sequence', normalizers: [{type: 'Prepend', prepend: '▁'}, {type: 'Replace', pattern: {String: ' '}, content: '▁'}]},
  pre_tokenizer: null};
const metaspace = {pre_tokenizer: splitters.metaspace};
for (const name of ['pieces', 'fallback', 'some_bytes', 'fused', 'dropping', 'whole', 'unigram', 'unigram_bytes', 'unigram_without'])
  row(`model ${name}`, {...spaced, model: name, own: ['the', 'aaaaa', 'hello', 'Hello', '我不', '<unk>', '77777']});
for (const name of ['prefixed', 'suffixed', 'word_piece', 'word_piece_short', 'word_level'])
  row(`model ${name}`, {pre_tokenizer: {type: 'BertPreTokenizer'}, model: name, own: ['the', 'aaa', 'x', '٣', 'naïve', '我', '77', 'é', 'zqa']});
row('model unigram, words', {...metaspace, model: 'unigram_bytes', own: ['the', '<unk>', 'aa']});

// --- added tokens

const tokens = [added(600, '<a>', {rstrip: true}), added(601, ' <b>'), added(602, '<b>', {lstrip: true}), added(603, '<mask>', {lstrip: true, special: true}),
  added(604, 'Word', {single_word: true}), added(605, 'aa', {normalized: true}), added(606, '   '), added(607, '<C D>', {normalized: true, special: true})];
const own = ['<a>', ' <b>', '<b>', ' ', '<mask>', 'Word', 'Words', '_', 'aa', 'AA', '   ', '<c d>', '<C D>', '\n'];
const after = (row, first) => row.map((token, i) => ({...token, id: first + i}));
row('added, letters', {added_tokens: after(tokens, 512), normalizer: {type: 'Lowercase'}, pre_tokenizer: cutBy({type: 'WhitespaceSplit'}), own});
row('added, word pieces', {model: 'word_piece', added_tokens: after([added(0, 'zq', {single_word: true}), added(0, '##zq')], WORDS.length),
  pre_tokenizer: {type: 'WhitespaceSplit'}, own: ['zq', 'a', 'zqa', ' ', 'azq']});
row('added, word level', {model: 'word_level', added_tokens: after([added(0, '(((', {single_word: true})], WORDS.length),
  pre_tokenizer: null, own: ['a', '(((', 'the', ' ']});
row('added, whole words', {model: 'whole', added_tokens: after([added(0, 'zqz', {single_word: true}), added(0, 'Ж', {single_word: true})], SPIECE.length + 2),
  pre_tokenizer: null, own: ['zqz', '_', 'Ж', 'a', ' ']});
row('added, holes', {model: 'word_level', added_tokens: [added(50, '<h>'), added(70, '<i>'), added(3, 'x')], pre_tokenizer: {type: 'WhitespaceSplit'},
  own: ['<h>', '<i>', 'x', ' ', 'the']});
row('added, empty', {model: 'word_level', added_tokens: after([added(0, '<h>'), added(0, ''), added(0, '<i>')], WORDS.length),
  pre_tokenizer: {type: 'WhitespaceSplit'}, own: ['<h>', '<i>', 'x', ' ', 'the']});

// --- post-processors and decoders

const around = {type: 'TemplateProcessing',
  single: [{SpecialToken: {id: 'the', type_id: 0}}, {Sequence: {id: 'A', type_id: 0}}, {SpecialToken: {id: 'x', type_id: 2}}],
  pair: [{Sequence: {id: 'A', type_id: 0}}, {SpecialToken: {id: 'x', type_id: 0}}, {Sequence: {id: 'B', type_id: 1}}],
  special_tokens: {the: {id: 'the', ids: [1], tokens: ['the']}, x: {id: 'x', ids: [4, 5], tokens: ['x', '##x']}}};
const processors = {
  template: around,
  bert: {type: 'BertProcessing', sep: ['x', 4], cls: ['the', 1]},
  roberta: {type: 'RobertaProcessing', sep: ['x', 4], cls: ['the', 1], trim_offsets: true, add_prefix_space: true},
  roberta_unknown: {type: 'RobertaProcessing', sep: ['</s>', 2], cls: ['<s>', 1], trim_offsets: true, add_prefix_space: true},
  byte_level: {type: 'ByteLevel', add_prefix_space: true, trim_offsets: false, use_regex: true},
  sequence: {type: 'Sequence', processors: [{type: 'ByteLevel', add_prefix_space: true, trim_offsets: false, use_regex: true}, around]},
};
for (const [name, post_processor] of Object.entries(processors)) {
  row(`processor ${name}`, {model: 'word_piece', pre_tokenizer: {type: 'BertPreTokenizer'}, post_processor});
  row(`processor ${name}, pair`, {model: 'word_piece', pre_tokenizer: {type: 'BertPreTokenizer'}, post_processor, pair: true});
}
const decoders = {
  byte_level: {type: 'ByteLevel', add_prefix_space: true, trim_offsets: true, use_regex: true},
  word_piece: {type: 'WordPiece', prefix: '##', cleanup: true},
  word_piece_plain: {type: 'WordPiece', prefix: '##', cleanup: false},
  metaspace: {type: 'Metaspace', replacement: '▁', prepend_scheme: 'always', split: true},
  bpe: {type: 'BPEDecoder', suffix: '</w>'},
  ctc: {type: 'CTC', pad_token: 'a', word_delimiter_token: '▁', cleanup: true},
  byte_fallback: {type: 'Sequence', decoders: [{type: 'Replace', pattern: {String: '▁'}, content: ' '}, {type: 'ByteFallback'}, {type: 'Fuse'},
    {type: 'Strip', content: ' ', start: 1, stop: 0}]},
};
for (const [name, decoder] of Object.entries(decoders)) {
  const model = name.startsWith('word_piece') ? 'word_piece' : name === 'byte_level' ? 'letters' : 'fallback';
  const pre_tokenizer = name === 'byte_level' ? bytes : name.startsWith('word_piece') ? {type: 'BertPreTokenizer'} : splitters.metaspace;
  row(`decoder ${name}`, {model, pre_tokenizer, decoder, decodes: true, own: ['the', 'aaaa', '我', 'naïve']});
}

// --- folders without a tokenizer.json: what the library's converters (convert_slow_tokenizer.py) make of them. `folder` has
// the family that they are read for and tokenizer_config.json; the vocabulary's files are those of the model.

const special = (vocab, ...names) => names.map((name) => added(vocab[name], name, {special: true, lstrip: name === '<mask>'}));
const template = (begin, end, vocab) => {
  const token = (id, type_id) => id === null ? [] : [{SpecialToken: {id, type_id}}];
  const used = [begin, end].filter((name) => name !== null);
  return {type: 'TemplateProcessing', single: [...token(begin, 0), {Sequence: {id: 'A', type_id: 0}}, ...token(end, 0)],
    pair: [...token(begin, 0), {Sequence: {id: 'A', type_id: 0}}, ...token(end, 0), {Sequence: {id: 'B', type_id: 1}}, ...token(end, 1)],
    special_tokens: Object.fromEntries(used.map((id) => [id, {id, ids: [vocab[id]], tokens: [id]}]))};
};

const BERT_TOKENS = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]'];
parts.bert = {...parts.word_piece, vocab: numbered([...BERT_TOKENS, ...WORDS.slice(1), 'HELLO', 'naive', 'naïve', '延畢', 'e', 'é.', '##畢', '延'])};
const bertFolders = {
  'uncased': {},
  'cased': {do_lower_case: false},
  'accents kept': {strip_accents: false},
  'cased, accents stripped': {do_lower_case: false, strip_accents: true},
  'ideographs together': {tokenize_chinese_chars: false},
  'cased, ideographs together': {do_lower_case: false, tokenize_chinese_chars: false},
};
for (const [name, settings] of Object.entries(bertFolders)) {
  for (const pair of [false, true]) {
    row(`folder bert ${name}${pair ? ', pair' : ''}`, {folder: {settings: {tokenizer_class: 'BertTokenizer', ...settings}}, model: 'bert',
      added_tokens: special(parts.bert.vocab, ...BERT_TOKENS),
      normalizer: {type: 'BertNormalizer', clean_text: true, handle_chinese_chars: settings.tokenize_chinese_chars ?? true,
        strip_accents: settings.strip_accents ?? null, lowercase: settings.do_lower_case ?? true},
      pre_tokenizer: {type: 'BertPreTokenizer'}, post_processor: template('[CLS]', '[SEP]', parts.bert.vocab), ...(pair && {pair: true}),
      own: ['the', 'HELLO', 'Hello', 'hello', '[MASK]', '[SEP]', '延畢', 'naïve', 'NAÏVE', 'é.', ' ']});
  }
}

const BYTE_MERGES = ['h e', 'Ġ t', 'Ġt he', 'l l', 'a a', 'aa aa', '7 7', '. Ċ', 'Ġ Ġ', 'Ã ©'];
const MERGED = BYTE_MERGES.map((merge) => merge.replace(' ', ''));
parts.gpt2 = bpe([...LETTERS, ...MERGED, '<|endoftext|>'], BYTE_MERGES);
parts.roberta = bpe(['<s>', '<pad>', '</s>', '<unk>', ...LETTERS, ...MERGED, '<mask>'], BYTE_MERGES);
const byteLevel = (add_prefix_space) => ({type: 'ByteLevel', add_prefix_space, trim_offsets: true, use_regex: true});
const byteWords = ['the', ' the', 'hello', ' ', '77', '.\n', 'é', '<|endoftext|>', '<s>', '</s>', '<mask>', ' <mask>', '<pad>', '<unk>'];
for (const prefix of [false, true]) {
  const about = prefix ? ', prefix space' : '';
  row(`folder gpt2${about}`, {folder: {settings: {tokenizer_class: 'GPT2Tokenizer', add_prefix_space: prefix}}, model: 'gpt2',
    added_tokens: special(parts.gpt2.vocab, '<|endoftext|>'), pre_tokenizer: byteLevel(prefix), own: byteWords});
  row(`folder gpt2 beginning${about}`, {folder: {settings: {tokenizer_class: 'GPT2Tokenizer', add_prefix_space: prefix, add_bos_token: true}},
    model: 'gpt2', added_tokens: special(parts.gpt2.vocab, '<|endoftext|>'), pre_tokenizer: byteLevel(prefix), pair: true,
    post_processor: template('<|endoftext|>', null, parts.gpt2.vocab), own: byteWords});
  for (const pair of [false, true]) {
    row(`folder roberta${about}${pair ? ', pair' : ''}`, {folder: {settings: {tokenizer_class: 'RobertaTokenizer', add_prefix_space: prefix}},
      model: 'roberta', added_tokens: special(parts.roberta.vocab, '<s>', '<pad>', '</s>', '<unk>', '<mask>'), pre_tokenizer: byteLevel(prefix),
      post_processor: {type: 'RobertaProcessing', sep: ['</s>', 2], cls: ['<s>', 0], trim_offsets: true, add_prefix_space: prefix},
      ...(pair && {pair: true}), own: byteWords});
  }
}
row('folder opt', {folder: {settings: {tokenizer_class: 'GPT2Tokenizer', add_bos_token: true, bos_token: '</s>', eos_token: '</s>', unk_token: '</s>',
  pad_token: '<pad>'}}, model: 'roberta', added_tokens: special(parts.roberta.vocab, '<pad>', '</s>'), pre_tokenizer: byteLevel(false),
  post_processor: template('</s>', null, parts.roberta.vocab), own: byteWords});
parts.qwen2 = bpe([...LETTERS, ...MERGED], BYTE_MERGES);
const qwen2Tokens = ['<|endoftext|>', '<|im_start|>', '<tool>'].map((name, i) =>
  added(parts.qwen2.vocab['Ã©'] + 1 + i, name, {special: i < 2}));
row('folder qwen2', {folder: {settings: {tokenizer_class: 'Qwen2Tokenizer', eos_token: '<|endoftext|>', pad_token: '<|endoftext|>',
  added_tokens_decoder: Object.fromEntries(qwen2Tokens.map(({id, ...token}) => [id, token]))}}, model: 'qwen2', added_tokens: qwen2Tokens,
  normalizer: {type: 'NFC'}, pre_tokenizer: {type: 'Sequence', pretokenizers: [split(QWEN2), {...bytes, trim_offsets: false}]},
  own: [...byteWords, '<|im_start|>', '<tool>', 'e\u0301', '.\n\n', '20', 'I\'M']});

// Those of the models in the box, as they are.
const box = ['prose', 'prose-zh', 'poem'].map((name) => ({name: `box ${name}`, box: name, decodes: true,
  own: ['The capital of France is', ' she', '貓坐在椅子上。', '猫坐在椅子上。', '春眠不觉晓，', '<|endoftext|>', '<bos>']}));

function tokenizerOf(row) {
  if (row.box) return JSON.parse(fs.readFileSync(`${__dirname}/../../assets/models/${row.box}/tokenizer.json`, 'utf8'));
  return {version: '1.0', truncation: null, padding: null, added_tokens: row.added_tokens || [], normalizer: row.normalizer || null,
    pre_tokenizer: row.pre_tokenizer || null, post_processor: row.post_processor || null, decoder: row.decoder || null,
    model: parts[row.model || 'letters']};
}

module.exports = {parts, rows: [...rows, ...box], tokenizerOf};
