export interface WhatsappCode {
  code: string
  /** Completes "kode OTP untuk …". */
  use: string
  minutes: number
}

/** `reason` is short and holds nothing of the message. `refused`: it did not take the message and would not take it again. */
export type WhatsappResult = { kind: 'sent' } | { kind: 'refused' | 'failed'; reason: string }

export interface Whatsapp {
  /** To E.164 digits. */
  sendCode(phone: string, code: WhatsappCode): Promise<WhatsappResult>
  /** One line of text, to E.164 digits. */
  sendLine(phone: string, line: string): Promise<WhatsappResult>
  /** Whether its keys are known and it would carry; nothing is sent. */
  check(): Promise<WhatsappResult>
}

export interface WhatsappSettings {
  kind: 'cloud' | 'fonnte'
  token: string
  phoneId: string
  template: string
  /** Of the Cloud API: the template for all that is no code; empty where Meta has approved none. */
  lineTemplate: string
  /** Replaces the carrier's own address; empty keeps it. */
  url: string
}
