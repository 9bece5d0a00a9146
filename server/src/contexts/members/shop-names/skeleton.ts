/**
 * What a name looks like: two that a hurried reader takes for one have the same. Only compared, never shown. Written by hand after
 * the confusables of Unicode (UTS 39), as far as somebody at a keyboard or a list of letters gets.
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
  // A name of signs alone looks like itself.
  return plain || name.normalize('NFKC').toLowerCase()
}

const withoutMarks = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '')

/** Each letter of the first text looks like the one below it in the second. */
const pairs = (strange: string, plain: string) => [...strange].map((sign, at): [string, string] => [sign, plain[at] ?? ''])

/** Upper and lower case look like different letters, so this comes before case is forgotten. */
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
  // Latin, of other alphabets
  ...pairs('ıłđøħŧəþðŋĸɓɗɛɔßʟɪʙɴʀᴀᴄᴅᴇᴊᴋᴍᴏᴘᴛᴜᴠᴡᴢꜱɡɑ', 'ildohtepdnkbdeoblibnracdejkmoptuvwzsga'),
  ...pairs('ŁĐØĦŦƏÞƁƊƐƆ', 'LDOHTEPBDEO'),
  ['æ', 'ae'],
  ['Æ', 'AE'],
  ['œ', 'oe'],
  ['Œ', 'OE'],
])

/** Case is forgotten here: a capital I is a small l, so i is one too. */
const lookAlikes = new Map(pairs('i105', 'llos'))
