export interface WhatsappCode {
  code: string
  /** Completes the text "kode OTP untuk …". */
  use: string
  minutes: number
}

/** `refused`: the message was rejected and would be rejected again. `reason` is short and does not contain any text of the message. */
export type WhatsappResult = { kind: 'sent' } | { kind: 'refused' | 'failed'; reason: string }

export interface Whatsapp {
  /** `phone` is in E.164 digits. */
  sendCode(phone: string, code: WhatsappCode): Promise<WhatsappResult>
  /** Sends one line of text; `phone` is in E.164 digits. */
  sendText(phone: string, line: string): Promise<WhatsappResult>
  /** Checks that the credentials are valid and that messages could be sent; sends nothing. */
  check(): Promise<WhatsappResult>
}

export interface WhatsappSettings {
  kind: 'cloud' | 'fonnte'
  token: string
  phoneId: string
  template: string
  /** Cloud API only: the template for all messages that are not codes; empty if Meta has approved none. */
  lineTemplate: string
  /** Replaces the provider's default URL; empty means the default. */
  url: string
}
