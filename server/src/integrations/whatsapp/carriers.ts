import type { Outgoing } from '#http/outgoing.ts'
import { createCloud } from '#integrations/whatsapp/cloud.ts'
import { postRequest } from '#integrations/whatsapp/exchange.ts'
import type { Whatsapp, WhatsappResult, WhatsappSettings } from '#integrations/whatsapp/whatsapp.ts'

// — Fonnte

const address = 'https://api.fonnte.com'

/** Fonnte sends messages from a phone of the operator. The token is sent in the header without a scheme; refusals have HTTP status 200. */
function createFonnte(outgoing: Outgoing, { url, token }: WhatsappSettings): Whatsapp {
  const send = (phone: string, message: string) =>
    postRequest(
      outgoing,
      {
        url: `${url || address}/send`,
        headers: { authorization: token, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ target: phone, message, countryCode: '62' }).toString(),
      },
      resultOf,
    )
  return {
    sendCode: (phone, { code, use, minutes }) =>
      send(
        phone,
        [
          `*${code}* adalah kode OTP Lapak untuk ${use}. Berlaku ${minutes} menit.`,
          'Jangan berikan kode ini kepada siapa pun. Lapak tidak pernah memintanya.',
        ].join('\n\n'),
      ),
    check: () =>
      postRequest(outgoing, { url: `${url || address}/device`, headers: { authorization: token } }, (status, answer) =>
        status === 200 && answer.status === true && answer.device_status === 'disconnect'
          ? { kind: 'failed', reason: 'whatsapp fonnte: the phone is not connected' }
          : resultOf(status, answer),
      ),
    sendText: send,
  }
}

function resultOf(status: number, answer: Record<string, unknown>): WhatsappResult {
  if (status === 200 && answer.status === true) return { kind: 'sent' }
  if (status === 200 && answer.status === false) return { kind: 'refused', reason: `whatsapp fonnte refused: ${reasonOf(answer)}` }
  return { kind: status >= 400 && status < 500 && status !== 429 ? 'refused' : 'failed', reason: `whatsapp fonnte ${status}` }
}

/** Fonnte's own text with all digits masked, since the reason must not contain a code or a phone number. */
const reasonOf = (answer: Record<string, unknown>) =>
  typeof answer.reason === 'string' ? answer.reason.replace(/\d/g, '#').slice(0, 80) : 'no reason'

// — Transports

interface Transport {
  create(outgoing: Outgoing, settings: WhatsappSettings): Whatsapp
  /** Whether messages other than codes can be sent. */
  takesLines(settings: WhatsappSettings): boolean
}

const carriers: Record<WhatsappSettings['kind'], Transport> = {
  /** Meta sends approved templates only. */
  cloud: { create: createCloud, takesLines: ({ lineTemplate }) => lineTemplate !== '' },
  fonnte: { create: createFonnte, takesLines: () => true },
}

export const createWhatsapp = (outgoing: Outgoing, settings: WhatsappSettings): Whatsapp =>
  carriers[settings.kind].create(outgoing, settings)

export const supportsTexts = (settings: WhatsappSettings): boolean => carriers[settings.kind].takesLines(settings)
