import { z } from 'zod'
import { call } from '../shared/call.ts'
import { boundedText, moment, rowId } from '../shared/wire.ts'

/** `content` has one block per line: `# ` heading, `- ` list item, otherwise a paragraph. */
export const termsVersion = z.object({ id: rowId, content: z.string(), publishedat: moment })

export const termsLengthMax = 100_000
export const termsContent = boundedText(termsLengthMax)
  .trim()
  .min(100, 'Isi syarat dan ketentuan terlalu pendek')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point; lines and tabs are what terms have.
  .regex(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]*$/, 'Berisi karakter yang tidak diperbolehkan')
  .refine((text) => text.isWellFormed(), 'Berisi karakter yang tidak diperbolehkan')
  .transform((text) => text.replace(/\r\n?/g, '\n'))

export const termsCalls = {
  current: call('GET', '/public/terms', { summary: 'Read the terms in force', access: 'public', compressed: true, data: termsVersion }),
  accept: call('POST', '/api/v1/user/syaratketentuan', {
    summary: 'Accept the terms in force; time and IP address are stored',
    access: 'member',
    done: 'Syarat dan ketentuan berhasil diupdate',
  }),
  versions: call('GET', '/api/admin/v1/terms', {
    summary: 'List all versions of the terms, newest first, with the number of members who accepted each',
    access: 'admin',
    data: z.array(termsVersion.extend({ publishedby: z.string().nullable(), accepted: z.int() })),
  }),
  publish: call('POST', '/api/admin/v1/terms', {
    summary: 'Publish a new version of the terms, which every member has to accept again',
    access: 'admin',
    stepUp: true,
    body: z.object({ content: termsContent }),
    bodyBytes: 4 * termsLengthMax + 1024,
    data: termsVersion,
    done: 'Syarat dan ketentuan diterbitkan',
  }),
}
