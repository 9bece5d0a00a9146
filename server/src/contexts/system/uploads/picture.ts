/**
 * Pictures of strangers: judged by content, decoded, and written anew, so that what is stored holds pixels and nothing
 * else. No metadata (phones note where a card was photographed), no second format hidden behind the first.
 */
import sharp, { type Metadata } from 'sharp'
import { Refusal } from '#http/refusal.ts'

export interface Picture {
  webp: Buffer
  width: number
  height: number
}

const pixelsMax = 25_000_000
const longerSideMax = 2000
const secondsMax = 20
const atOnceMax = 2
/** Each of them holds a file of up to five megabytes in memory. */
const waitingMax = 20

/** Everything else that the library could read (SVG, GIF, PDF, …) is switched off for the whole process. */
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'] })
sharp.cache(false)
// One thread for each picture: two of Node's four workers at most are busy with pictures, the others stay for the rest.
sharp.concurrency(1)

let running = 0
const waiting: (() => void)[] = []

/** The picture as WebP, upright and at most 2000 pixels long; refused when it is none. Two at a time in this process. */
export async function readPicture(file: Buffer): Promise<Picture> {
  if (running >= atOnceMax) {
    if (waiting.length >= waitingMax) throw new Refusal('rate.too_many', {}, { retryAfterSeconds: 5 })
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else running += 1
  try {
    await examine(file)
    return await redraw(file)
  } finally {
    // The place goes to the next one directly, so that nobody takes it in between.
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

/** Reads the header only: what it promises decides whether decoding is begun. */
async function examine(file: Buffer): Promise<void> {
  const { width, height, format, pages = 1 } = await headerOf(file)
  if (width * height > pixelsMax) throw new Refusal('upload.too_many_pixels')
  if (pages > 1 || (format === 'png' && isAnimatedPng(file))) throw new Refusal('upload.not_an_image')
}

async function headerOf(file: Buffer): Promise<Metadata> {
  try {
    return await sharp(file, { limitInputPixels: false }).metadata()
  } catch {
    throw new Refusal('upload.not_an_image')
  }
}

async function redraw(file: Buffer): Promise<Picture> {
  try {
    const { data, info } = await sharp(file, { limitInputPixels: pixelsMax, failOn: 'error' })
      .timeout({ seconds: secondsMax })
      .autoOrient()
      .resize({ width: longerSideMax, height: longerSideMax, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer({ resolveWithObject: true })
    return { webp: data, width: info.width, height: info.height }
  } catch {
    throw new Refusal('upload.not_an_image')
  }
}

const pngSignatureBytes = 8
const chunkOverheadBytes = 12

/** Before the pixels of a real picture stand some ten, of a profile and notes. */
const chunksMax = 1000
const acTL = 0x6163_544c
const idat = 0x4944_4154

/** Whether an `acTL` chunk comes before the pixels; decoders that know only PNG show such a file's first frame. One of a thousand chunks is taken for one. */
function isAnimatedPng(file: Buffer): boolean {
  let at = pngSignatureBytes
  for (let chunks = 0; at + chunkOverheadBytes <= file.length; chunks++, at += chunkOverheadBytes + file.readUInt32BE(at)) {
    const kind = file.readUInt32BE(at + 4)
    if (kind === acTL || chunks > chunksMax) return true
    if (kind === idat) return false
  }
  return false
}
