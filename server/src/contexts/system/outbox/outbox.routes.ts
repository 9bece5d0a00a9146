import { z } from 'zod'
import type { Database } from '#db/db.ts'
import { parseInput, type Routes } from '#http/http.ts'
import type { Cipher } from '#shared/secrets.ts'
import { emailBody, escapeHtml } from './email-layout.ts'
import { type Shown, shownMessages } from './outbox.queries.ts'

const asked = z.object({ to: z.string().max(200).optional() })

/**
 * Shows the messages that production would have sent, for development. They contain all links and codes, so production does not register these
 * routes.
 */
export function outboxRoutes(routes: Routes, context: { db: Database; cipher: Cipher }) {
  routes.raw.get('/dev/outbox', async (request, reply) => {
    const messages = await shownMessages(context, parseInput(asked, request.query).to)
    return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page(messages))
  })

  routes.raw.get('/dev/outbox.json', async (request, reply) => {
    const messages = await shownMessages(context, parseInput(asked, request.query).to)
    return reply.header('cache-control', 'no-store').send({ messages })
  })
}

const page = (messages: Shown[]) => `<!doctype html>
<html lang="id">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Pesan keluar</title>
<style>
body { margin: 0 auto; max-width: 720px; padding: 24px 16px; background: #f3f5f4; font: 16px/1.5 Arial, Helvetica, sans-serif; color: #1f2a24 }
article { background: #fff; border-radius: 8px; padding: 20px 24px; margin: 16px 0; overflow-wrap: anywhere }
header { margin-bottom: 16px; font-size: 14px; color: #5b6760 }
.code { margin: 0; font: bold 40px/1.2 Consolas, Menlo, monospace; letter-spacing: 6px }
</style></head>
<body>
<h1>Pesan keluar</h1>
<p>Selama pengirim email dan WhatsApp belum diatur, pesan disimpan di sini. Terbaru di atas, paling banyak 100.</p>
${messages.length === 0 ? '<p>Belum ada pesan.</p>' : messages.map(article).join('\n')}
</body>
</html>
`

const article = (message: Shown) => `<article>
<header>${escapeHtml(carriers[message.transport] ?? message.transport)} ke <strong>${escapeHtml(message.to)}</strong> · <time datetime="${message.at}">${escapeHtml(jakartaTime.format(new Date(message.at)))} WIB</time> · ${escapeHtml(states[message.state] ?? message.state)}</header>
${bodyOf(message)}
</article>`

function bodyOf({ subject, content, error }: Shown): string {
  if (content?.kind === 'letter') return emailBody(content.letter)
  if (content?.kind === 'code') return `<h2>${escapeHtml(subject)}</h2>\n<p class="code">${escapeHtml(content.message.code)}</p>`
  if (content?.kind === 'line') return `<p>${escapeHtml(content.line)}</p>`
  return `<h2>${escapeHtml(subject)}</h2>${error === null ? '' : `\n<p>${escapeHtml(error)}</p>`}`
}

const carriers: Record<string, string> = { mail: 'Email', whatsapp: 'WhatsApp' }
const states: Record<string, string> = { waiting: 'menunggu', kept: 'disimpan', sent: 'terkirim', failed: 'gagal' }
const jakartaTime = new Intl.DateTimeFormat('id-ID', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'Asia/Jakarta' })
