/**
 * A form of a name for comparison, never shown: two names that a quick reader confuses have the same skeleton. Uses a hand-written selection of the
 * confusables of Unicode (UTS 39): the characters that a person can type or pick from a list.
 */
export function skeletonOf(name: string): string {
  const letters = withoutMarks(name.replace(/[™℠]/g, '').normalize('NFKC'))
  const looks = withoutMarks(
    [...letters]
      .map((sign) => looksLike.get(sign) ?? sign)
      .join('')
      .toLowerCase(),
  )
  const plain = [...looks]
    .map((sign) => lookAlikes.get(sign) ?? sign)
    .filter((sign) => /[\p{L}\p{N}]/u.test(sign))
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
  // A name without letters or digits is compared as it is.
  return plain || name.normalize('NFKC').toLowerCase()
}

const withoutMarks = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '')

/** Pairs each character of the first text with the character at the same position of the second, which it looks like. */
const pairs = (strange: string, plain: string) => [...strange].map((sign, at): [string, string] => [sign, plain[at] ?? ''])

/** Upper and lower case of a letter look like different letters, so this map is applied before the text is converted to lower case. */
const looksLike = new Map<string, string>([
  // Cyrillic
  ...pairs('АВЕЅІЈКМНОРСТУХҮԌԚԜ', 'ABESIJKMHOPCTYXYGQW'),
  ...pairs('авеѕіјкмнорстухүԁԛԝһгпшӏѵ', 'abesijkmhopctyxydqwhrnwlv'),
  ...pairs('ЗзЬьбЯя', '33bb6Rr'),
  // Greek
  ...pairs('ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹϳ', 'ABEZHIKMNOPTYXCj'),
  ...pairs('αβεικνορτυχγηωϲ', 'abeikvoptuxynwc'),
  // Armenian
  ...pairs('օսոհզյտքՕՏՍԼ', 'ounhqjmpOSUL'),
  // Hebrew, Arabic, Thai, Lao
  ...pairs('וסןا٥ہ๐໐', 'lolloooo'),
  // Latin letters of other alphabets
  ...pairs('ıłđøħŧəþðŋĸɓɗɛɔßʟɪʙɴʀᴀᴄᴅᴇᴊᴋᴍᴏᴘᴛᴜᴠᴡᴢꜱɡɑ', 'ildohtepdnkbdeoblibnracdejkmoptuvwzsga'),
  ...pairs('ŁĐØĦŦƏÞƁƊƐƆ', 'LDOHTEPBDEO'),
  ['æ', 'ae'],
  ['Æ', 'AE'],
  ['œ', 'oe'],
  ['Œ', 'OE'],
])

/** Applied after the conversion to lower case: a capital I looks like a small l, so i is mapped to l as well. */
const lookAlikes = new Map(pairs('i105', 'llos'))
