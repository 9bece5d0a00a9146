/**
 * Pictures from untrusted sources are recognized by content, decoded and encoded again, so that only pixels are stored: no metadata (phones record
 * where a card was photographed) and no second format hidden behind the first.
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
const concurrencyMax = 2
/** Limits the memory: each waiting upload keeps a file of up to five megabytes in memory. */
const waitingMax = 20

/** All other formats that the library can read (SVG, GIF, PDF, …) are switched off for the whole process. */
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'] })
sharp.cache(false)
// One thread per picture: pictures use at most two of Node's four workers, and the others stay free.
sharp.concurrency(1)

let running = 0
const waiting: (() => void)[] = []

/**
 * Returns the picture as WebP, upright and at most 2000 pixels on the longer side; other files are refused. A process reads at most two pictures at a
 * time.
 */
export async function readPicture(file: Buffer): Promise<Picture> {
  if (running >= concurrencyMax) {
    if (waiting.length >= waitingMax) throw new Refusal('rate.too_many', {}, { retryAfterSeconds: 5 })
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else running += 1
  try {
    await examine(file)
    return await redraw(file)
  } finally {
    // Passes the place directly to the next upload, so that no other upload takes it in between.
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

/** Reads only the header, which decides whether the picture is decoded. */
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

/** A real picture has about ten chunks before its pixels, for a profile and texts. */
const chunksMax = 1000
const acTL = 0x6163_544c
const idat = 0x4944_4154

/**
 * Whether an `acTL` chunk comes before the pixels; decoders without animation show the first frame of such a file. More than a thousand chunks before
 * the pixels count as animated.
 */
function isAnimatedPng(file: Buffer): boolean {
  let at = pngSignatureBytes
  for (let chunks = 0; at + chunkOverheadBytes <= file.length; chunks++, at += chunkOverheadBytes + file.readUInt32BE(at)) {
    const kind = file.readUInt32BE(at + 4)
    if (kind === acTL || chunks > chunksMax) return true
    if (kind === idat) return false
  }
  return false
}
