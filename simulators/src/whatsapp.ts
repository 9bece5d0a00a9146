/** A WhatsApp provider: Meta's Cloud API and Fonnte at one URL. It stores accepted messages and can be set to refuse or to fail. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { answer, answerJson, listen, splitUrl } from './listening.ts'

export interface WhatsappOptions {
  port?: number
  host?: string
  token: string
  /** For the Cloud API: the id of the sending number, and the approved template for codes. */
  phoneId?: string
  template?: string
  /** The approved template for messages other than codes. */
  lineTemplate?: string
}

export interface TakenMessage {
  kind: 'cloud' | 'fonnte'
  to: string
  /** The parameter of the template, or the whole text of the message. */
  text: string
  headers: IncomingHttpHeaders
}

export interface WhatsappSimulator {
  readonly url: string
  /** The accepted messages, oldest first. */
  readonly taken: readonly TakenMessage[]
  /** The number of requests since the start, including refused requests. */
  readonly count: number
  /** What the provider does from now on: accept messages, refuse them permanently, or fail. */
  mood: 'takes' | 'refuses' | 'fails'
  goDown(): Promise<void>
  comeUp(): Promise<void>
  close(): Promise<void>
}

export async function startWhatsapp(options: WhatsappOptions): Promise<WhatsappSimulator> {
  const { token, phoneId = '', template = 'kode_otp', lineTemplate = 'kabar' } = options
  const taken: TakenMessage[] = []
  let count = 0
  const server = await listen(receive, options.host ?? '127.0.0.1', options.port ?? 0)
  const simulator: WhatsappSimulator = {
    url: server.url,
    taken,
    get count() {
      return count
    },
    mood: 'takes',
    goDown: server.goDown,
    comeUp: server.comeUp,
    close: server.close,
  }
  return simulator

  function receive(request: IncomingMessage, response: ServerResponse): void {
    const { path } = splitUrl(request.url ?? '/')
    if (path === '/__taken') return answerJson(response, { count, taken })
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      count++
      const body = Buffer.concat(chunks).toString('utf8')
      if (simulator.mood === 'fails') answer(response, 503, 'Service Unavailable')
      else if (request.method === 'GET' && path === `/${phoneId}`) whoAmI(request, response)
      else if (request.method !== 'POST') answer(response, 405, 'Method Not Allowed')
      else if (path === '/device') device(request, response)
      else if (path === '/send') fonnte(request, body, response)
      else cloud(path, request, body, response)
    })
  }

  function whoAmI({ headers }: IncomingMessage, response: ServerResponse): void {
    if (headers.authorization === `Bearer ${token}`) return answerJson(response, { id: phoneId })
    answer(response, 401, JSON.stringify({ error: { message: 'Invalid OAuth access token', code: 190 } }), 'application/json')
  }

  function device({ headers }: IncomingMessage, response: ServerResponse): void {
    if (headers.authorization !== token) return answerJson(response, { status: false, reason: 'invalid token' })
    answerJson(response, { status: true, device_status: simulator.mood === 'refuses' ? 'disconnect' : 'connect' })
  }

  /** The Cloud API. Each kind of error has its own HTTP status. */
  function cloud(path: string, request: IncomingMessage, body: string, response: ServerResponse): void {
    const refuse = (status: number, code: number, message: string) =>
      answer(
        response,
        status,
        JSON.stringify({ error: { message: `(#${code}) ${message}`, type: 'OAuthException', code } }),
        'application/json',
      )
    if (path !== `/${phoneId}/messages`) return refuse(404, 100, 'Unsupported post request')
    if (request.headers.authorization !== `Bearer ${token}`) return refuse(401, 190, 'Invalid OAuth access token')
    const message = templatedOf(body)
    if (message === null) return refuse(400, 100, 'Invalid parameter')
    if (![template, lineTemplate].includes(message.template)) return refuse(404, 132001, 'Template name does not exist in the translation')
    const fits = message.template === template ? isCode(message) : isLine(message)
    if (!fits) return refuse(400, 100, 'Invalid parameter')
    if (simulator.mood === 'refuses') return refuse(400, 131026, 'Message undeliverable')
    taken.push({ kind: 'cloud', to: message.to, text: message.text, headers: request.headers })
    answerJson(response, {
      messaging_product: 'whatsapp',
      contacts: [{ input: message.to, wa_id: message.to }],
      messages: [{ id: `wamid.${taken.length}` }],
    })
  }

  /** Fonnte. The HTTP status is 200 for every answer, including refusals. */
  function fonnte(request: IncomingMessage, body: string, response: ServerResponse): void {
    const form = new URLSearchParams(body)
    const target = form.get('target') ?? ''
    const message = form.get('message') ?? ''
    const refuse = (reason: string) => answerJson(response, { status: false, reason })
    if (request.headers.authorization !== token) return refuse('invalid token')
    if (!/^\d{10,15}$/.test(target) || message === '') return refuse('target input invalid')
    if (simulator.mood === 'refuses') return refuse(`target ${target} is not a registered number`)
    taken.push({ kind: 'fonnte', to: target, text: message, headers: request.headers })
    answerJson(response, {
      status: true,
      detail: 'success! message in queue',
      id: [String(taken.length)],
      target: [target],
      process: 'pending',
    })
  }
}

interface TemplateMessage {
  to?: string
  messaging_product?: string
  type?: string
  template?: {
    name?: string
    language?: { code?: string }
    components?: Component[]
  }
}

interface Component {
  type?: string
  sub_type?: string
  index?: string
  parameters?: { type?: string; text?: string }[]
}

interface Templated {
  to: string
  template: string
  /** The first parameter of the template's text. */
  text: string
  components: Component[]
}

/** True for the form of an authentication template: a short code, in the text and in the button. */
function isCode({ text, components }: Templated): boolean {
  const button = components.find(({ type, sub_type, index }) => type === 'button' && sub_type === 'url' && index === '0')
  return text.length <= 15 && button?.parameters?.[0]?.text === text
}

/** True for the form of a utility template with one parameter. Meta refuses line breaks, tabs and long gaps in this parameter. */
const isLine = ({ text, components }: Templated): boolean => components.length === 1 && !/[\n\t]| {5}/.test(text)

function templatedOf(body: string): Templated | null {
  const message = readJson(body)
  if (message?.messaging_product !== 'whatsapp' || message.type !== 'template' || !/^\d{10,15}$/.test(message.to ?? '')) return null
  const { name, language, components = [] } = message.template ?? {}
  const text = components.find(({ type }) => type === 'body')?.parameters?.[0]?.text
  if (name === undefined || language?.code === undefined || text === undefined) return null
  return { to: message.to ?? '', template: name, text, components }
}

function readJson(text: string): TemplateMessage | null {
  try {
    return JSON.parse(text) as TemplateMessage
  } catch {
    return null
  }
}
