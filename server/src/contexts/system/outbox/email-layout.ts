import type { Email } from './outbox.ts'

const footer = 'Email ini dikirim otomatis oleh Lapak, mohon tidak dibalas.'

export function emailText({ paragraphs, facts = [], action, closing = [] }: Email): string {
  return [
    ...paragraphs,
    ...(facts.length === 0 ? [] : [facts.map(({ label, value }) => `${label}: ${value}`).join('\n')]),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...closing,
    `--\n${footer}\n`,
  ].join('\n\n')
}

export const emailHtml = (email: Email): string => `<!doctype html>
<html lang="id">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(email.subject)}</title></head>
<body style="margin:0;background:#f3f5f4;padding:24px 12px;font-family:Arial,Helvetica,sans-serif;font-size:16px;line-height:1.5;color:#1f2a24">
<div style="max-width:560px;margin:0 auto;background:#ffffff;border-radius:8px;padding:28px">
<p style="margin:0 0 20px;font-size:20px;font-weight:bold;color:#0f7a44">Lapak</p>
${emailBody(email)}
</div>
<p style="max-width:560px;margin:16px auto 0;font-size:13px;color:#5b6760;text-align:center">${footer}</p>
</body>
</html>
`

/** Inline styles, because mail programs drop style sheets. */
export function emailBody({ subject, paragraphs, facts = [], action, closing = [] }: Email): string {
  return [
    `<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3;color:#1f2a24">${escapeHtml(subject)}</h1>`,
    ...paragraphs.map(paragraph),
    ...facts.map(factOf),
    ...(action ? [buttonOf(action)] : []),
    ...closing.map(paragraph),
  ].join('\n')
}

const paragraph = (text: string) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`

const factOf = ({ label, value }: { label: string; value: string }) =>
  `<p style="margin:0 0 12px;padding:12px 16px;background:#edf8f1;border-radius:6px"><span style="display:block;font-size:13px;color:#5b6760">${escapeHtml(label)}</span><span style="font-family:Consolas,Menlo,monospace;font-size:18px;font-weight:bold;word-break:break-all">${escapeHtml(value)}</span></p>`

const buttonOf = ({ label, url }: { label: string; url: string }) =>
  `<p style="margin:24px 0 12px"><a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 24px;background:#0f7a44;border-radius:6px;color:#ffffff;font-weight:bold;text-decoration:none">${escapeHtml(label)}</a></p>
<p style="margin:0 0 24px;font-size:13px;color:#5b6760">Bila tombol tidak bisa ditekan, buka alamat ini:<br><a href="${escapeHtml(url)}" style="color:#0f7a44;word-break:break-all">${escapeHtml(url)}</a></p>`

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Names and reasons in e-mails are untrusted input. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
