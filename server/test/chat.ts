import { io, type Socket } from 'socket.io-client'
import { expect } from 'vitest'
import type { Json, TestApp, TestMember } from './app.ts'

/** The realtime connection of a browser, and the events that it received. */
export interface ChatPage {
  socket: Socket
  of(event: string): Json[]
}

/** Chat as its members use it: the calls of the specification, and connected pages. */
export function chatOf(app: () => Pick<TestApp, 'call' | 'url'>) {
  const sockets: Socket[] = []
  const call = (who: TestMember, method: string, path: string, body?: unknown) => app().call(method, path, { token: who.token, body })
  return {
    call,
    write: (who: TestMember, body: object) => call(who, 'POST', '/api/messanger/v1/message', body),
    chats: async (who: TestMember): Promise<Json[]> => (await call(who, 'GET', '/api/messanger/v1/chats')).body.data.content,
    unread: async (who: TestMember): Promise<number> => (await call(who, 'GET', '/api/messanger/v1/unread')).body.data.belumdibaca,
    messages: async (who: TestMember, groupid: number, query = ''): Promise<Json> =>
      (await call(who, 'GET', `/api/messanger/v1/messages?groupid=${groupid}${query}`)).body.data,
    markRead: (who: TestMember, id: number, body: object = {}) => call(who, 'PATCH', `/api/messanger/v1/groupreadmsg/${id}`, body),
    /** Connects as the web app does: with the channel of customer service, then `chatlogin`, then `logon`. */
    async page(who: TestMember, url = app().url): Promise<ChatPage> {
      const socket = io(url, { reconnection: false, forceNew: true, transports: ['websocket'], query: { chatID: 'cso' } })
      sockets.push(socket)
      const heard: { event: string; data: Json }[] = []
      socket.onAny((event: string, data: Json) => heard.push({ event, data }))
      const of = (event: string) => heard.filter((one) => one.event === event).map(({ data }) => data)
      socket.emit('chatlogin', { userid: Number(who.id) })
      await expect.poll(() => of('needlogon').length, { interval: 5 }).toBe(2)
      socket.emit('logon', { token: who.token, userid: Number(who.id) })
      await expect.poll(() => of('logonok').length, { interval: 5 }).toBe(1)
      return { socket, of }
    },
    closePages() {
      for (const socket of sockets.splice(0)) socket.disconnect()
    },
  }
}
