import { z } from 'zod'
import { transactionrc } from '../ordering/purchases.ts'
import { call } from '../shared/call.ts'
import { messageText } from '../shared/visible-text.ts'
import { boundedText, filter, flag, moment, pageOf, pageQuery, plainText, rowId, rowIdText, rupiah } from '../shared/wire.ts'

/** Name of customer service in the API: it receives the members' messages to the platform (B-SOCK-02). */
export const platformChannel = 'cso'

/** A message has at least two characters (B-VAL-39). */
export const messageMin = 2
export const messageMax = 2000
const messageBytes = 8 * messageMax

const trade = z.object({ idtrx: rowId, productname: z.string(), target: z.string(), sellprice: rupiah, transactionrc })

const other = z.object({
  /** The other side of the conversation; 0 is the platform. */
  memberid: rowId,
  membername: z.string(),
  memberavatar: z.string().nullable(),
  online: flag,
  lastactive: moment.nullable(),
})

export const chatRow = z.object({
  groupid: rowId,
  userb: z.object({ member: other }),
  /** Text of the newest message. */
  msg: z.string(),
  updateat: moment,
  /** True when the recipient has read the newest message. */
  dibaca: flag,
  /** Member id of the recipient of the newest message; 0 is the platform. */
  untukuser: rowId,
  /** Number of messages that the member who requests the list has not read. */
  belumdibaca: z.int(),
})
export type ChatRow = z.output<typeof chatRow>

export const chatMessage = z.object({
  groupid: rowId,
  /** Number of the message within the conversation, from 1 without gaps. */
  id: z.int(),
  /** Member id of the sender; 0 is the platform. */
  from: rowId,
  fromname: z.string(),
  /** True when the message was sent by the member, or the customer service, that reads it. */
  sendiri: flag,
  msg: z.string(),
  image: z.string().nullable(),
  /** Time of day in WIB. */
  waktu: z.string(),
  createat: moment,
  clientid: z.string(),
  /** The purchase that the message is about. */
  trx: trade.nullable(),
})
export type ChatMessage = z.output<typeof chatMessage>

const conversation = z.object({
  content: z.array(chatMessage),
  totalElements: z.int(),
  userb: other,
  /** Number of the newest message that the other side has read. */
  dibacasampai: z.int(),
})

const number = boundedText(9, 'Nomor tidak valid')
  .regex(/^\d{1,9}$/, 'Nomor tidak valid')
  .transform(Number)

const messagesQuery = z.object({
  ...pageQuery(['createat'], { before: filter(number), after: filter(number) }, { size: 30, all: 100 }),
  groupid: rowIdText,
})
export type MessagesQuery = z.output<typeof messagesQuery>

const said = {
  msg: messageText(messageMax),
  /** URL path of a picture that the same member has uploaded. */
  image: plainText(300).nullish(),
  /** Idempotency key. If the client sends a message again with the same key, it is stored once. */
  clientid: z.uuid('clientid tidak valid').optional(),
  idtrx: rowId.nullish(),
}
const hasContent = ({ msg, image }: { msg: string; image?: string | null | undefined }) =>
  msg.length >= messageMin || Boolean(image && msg === '')
const tooShort = { error: `Pesan minimal ${messageMin} karakter`, path: ['msg'] }

/** The recipient: a member's id, an object with `memberid`, or the platform. */
const addressee = z.union([rowId, z.object({ memberid: rowId }).transform(({ memberid }) => memberid), z.literal(platformChannel)])

const newMessage = z
  .object({
    touser: addressee.nullish(),
    /** The recipient, under the name that `notifmsg` uses (B-ENT-42). */
    to: addressee.nullish(),
    groupid: rowId.nullish(),
    ...said,
  })
  .refine(hasContent, tooShort)
  .refine(({ touser, to, groupid }) => (touser ?? to ?? groupid ?? null) !== null, {
    error: 'Pilih penerima',
    path: ['touser'],
  })

/** A member's id or the platform. If it is missing, the conversation is with the other side of the purchase. */
const addresseeText = z.union([rowIdText, z.literal(platformChannel)])

const found = z.object({
  /** Null before the first message of the conversation. */
  groupid: rowId.nullable(),
  userb: other,
  trx: trade.nullable(),
})

const byGroup = z.object({ id: rowIdText })
const upTo = z.object({
  /** Number of the newest message that the client has shown. If it is missing, all messages are marked as read. */
  sampai: z.int().min(0).optional(),
})
const unread = z.object({ belumdibaca: z.int() })
const limit = { setting: 'chat.messagesPerMinute', seconds: 60 } as const

export const chatCalls = {
  chats: call('GET', '/api/messanger/v1/chats', {
    summary: "List the member's conversations, newest message first",
    access: 'member',
    query: z.object(pageQuery(['updateat'], {}, { size: 50, all: 500 })),
    data: pageOf(chatRow),
  }),
  unread: call('GET', '/api/messanger/v1/unread', {
    summary: 'Count the unread messages of all conversations',
    access: 'member',
    data: unread,
  }),
  find: call('GET', '/api/messanger/v1/conversation', {
    summary: 'Find the conversation with a member, or with the other side of a purchase: its number if it exists, and the other member',
    access: 'member',
    query: z
      .object({ dengan: filter(addresseeText), idtrx: filter(rowIdText) })
      .refine(({ dengan, idtrx }) => dengan !== undefined || idtrx !== undefined, { error: 'Pilih penerima', path: ['dengan'] }),
    data: found,
    refuses: ['not_found.addressee', 'not_found.purchase'],
  }),
  messages: call('GET', '/api/messanger/v1/messages', {
    summary: 'List the messages of a conversation, newest first; `before` for older ones, `after` for missed ones',
    access: 'member',
    query: messagesQuery,
    data: conversation,
    refuses: ['not_found.conversation'],
  }),
  read: call('PATCH', '/api/messanger/v1/groupreadmsg/{id}', {
    summary: 'Mark the messages of a conversation as read, up to the newest one that was shown',
    access: 'member',
    params: byGroup,
    body: upTo,
    data: unread,
    refuses: ['not_found.conversation'],
  }),
  send: call('POST', '/api/messanger/v1/message', {
    summary: 'Send a message to a conversation, to a member, or to customer service (`cso`)',
    access: 'member',
    limit,
    body: newMessage,
    bodyBytes: messageBytes,
    data: chatMessage,
    done: 'Pesan Terkirim',
    refuses: [
      'not_found.conversation',
      'not_found.addressee',
      'not_found.purchase',
      'chat.too_many_new',
      'upload.unknown',
      'account.closed',
    ],
  }),
  contacts: call('GET', '/api/messanger/v1/contacts', {
    summary: 'List the members that this member may write to, by name: sellers and earlier contacts',
    access: 'member',
    query: z.object({ search: plainText(100).default('') }),
    data: z.array(other),
  }),

  adminChats: call('GET', '/api/admin/v1/chats', {
    summary: 'List the conversations of members with customer service, newest message first',
    access: 'admin',
    aboutMembers: true,
    query: z.object(
      pageQuery(['updateat'], { belumdibaca: filter(z.enum(['1', '0']).transform((text) => text === '1')) }, { size: 50, all: 500 }),
    ),
    data: pageOf(chatRow),
  }),
  adminUnread: call('GET', '/api/admin/v1/chats/unread', {
    summary: 'Count the conversations with customer service that wait for an answer',
    access: 'admin',
    data: unread,
  }),
  adminMessages: call('GET', '/api/admin/v1/chats/messages', {
    summary: 'List the messages of a conversation with customer service, newest first',
    access: 'admin',
    aboutMembers: true,
    query: messagesQuery,
    data: conversation,
    refuses: ['not_found.conversation'],
  }),
  adminRead: call('PATCH', '/api/admin/v1/chats/{id}/read', {
    summary: 'Mark a conversation with customer service as read by the platform',
    access: 'admin',
    params: byGroup,
    body: upTo,
    data: unread,
    refuses: ['not_found.conversation'],
  }),
  adminSend: call('POST', '/api/admin/v1/chats/{id}/message', {
    summary: 'Answer a member as customer service',
    access: 'admin',
    limit,
    params: byGroup,
    body: z.object(said).refine(hasContent, tooShort),
    bodyBytes: messageBytes,
    data: chatMessage,
    done: 'Pesan Terkirim',
    refuses: ['not_found.conversation', 'not_found.purchase', 'upload.unknown'],
  }),
}
