import type { Outgoing } from '#http/outgoing.ts'
import { isObject, postRequest } from '#integrations/whatsapp/exchange.ts'
import type { Whatsapp, WhatsappResult, WhatsappSettings } from '#integrations/whatsapp/whatsapp.ts'

const address = 'https://graph.facebook.com/v21.0'

/** Error codes of temporary limits and outages, which Meta reports with the same HTTP status as refusals. */
const passingErrors = new Set([1, 2, 4, 80007, 130429, 131000, 131016, 131048, 131056, 133004])

/**
 * Meta's WhatsApp Cloud API. Codes are sent with a template of the category authentication that Meta has approved; it contains the code twice, in the
 * text and in the button that copies it. All other messages use a template of the category utility whose only parameter is the whole text.
 */
export function createCloud(outgoing: Outgoing, { url, token, phoneId, template, lineTemplate }: WhatsappSettings): Whatsapp {
  const send = (phone: string, name: string, components: object[]) =>
    postRequest(
      outgoing,
      {
        url: `${url || address}/${phoneId}/messages`,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          messaging_product: 'whatsapp',
          recipient_type: 'individual',
          to: phone,
          type: 'template',
          template: { name, language: { code: 'id' }, components },
        }),
      },
      resultOf,
    )
  return {
    sendCode: (phone, { code }) =>
      send(phone, template, [
        { type: 'body', parameters: [textOf(code)] },
        { type: 'button', sub_type: 'url', index: '0', parameters: [textOf(code)] },
      ]),
    check: () =>
      postRequest(
        outgoing,
        { method: 'GET', url: `${url || address}/${phoneId}?fields=id`, headers: { authorization: `Bearer ${token}` } },
        (status, answer) => (status === 200 && answer.id === phoneId ? { kind: 'sent' } : resultOf(status, answer)),
      ),
    sendText: (phone, line) => send(phone, lineTemplate, [{ type: 'body', parameters: [textOf(line)] }]),
  }
}

const textOf = (text: string) => ({ type: 'text', text })

function resultOf(status: number, answer: Record<string, unknown>): WhatsappResult {
  if (status === 200 && Array.isArray(answer.messages)) return { kind: 'sent' }
  const code = isObject(answer.error) ? Number(answer.error.code) : Number.NaN
  const passes = status < 400 || status >= 500 || status === 408 || status === 429 || passingErrors.has(code)
  return { kind: passes ? 'failed' : 'refused', reason: `whatsapp cloud ${status}${Number.isNaN(code) ? '' : ` error ${code}`}` }
}
