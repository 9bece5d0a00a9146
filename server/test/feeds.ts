import type { Answer, Json, TestApp, TestMember } from './app.ts'

/** The feed as its members use it. */
export function feedOf(app: () => Pick<TestApp, 'call'>) {
  const call = (who: TestMember, method: string, path: string, body?: unknown): Promise<Answer> =>
    app().call(method, path, { token: who.token, body })
  const at = (id: number) => `/api/v1/posts/${id}`
  return {
    call,
    write: (who: TestMember, body: object) => call(who, 'POST', '/api/v1/posts', body),
    /** Returns the id of the new post. */
    post: async (who: TestMember, msg: string, more: object = {}): Promise<number> =>
      (await call(who, 'POST', '/api/v1/posts', { msg, ...more })).body.data.postid,
    feed: async (who: TestMember, query = ''): Promise<Json> => (await call(who, 'GET', `/api/v1/posts${query}`)).body.data,
    one: (who: TestMember, id: number) => call(who, 'GET', at(id)),
    remove: (who: TestMember, id: number) => call(who, 'DELETE', at(id)),
    like: (who: TestMember, id: number) => call(who, 'PUT', `${at(id)}/like`),
    unlike: (who: TestMember, id: number) => call(who, 'DELETE', `${at(id)}/like`),
    comment: (who: TestMember, id: number, msg: string, more: object = {}) => call(who, 'POST', `${at(id)}/comments`, { msg, ...more }),
    comments: async (who: TestMember, id: number, query = ''): Promise<Json> =>
      (await call(who, 'GET', `${at(id)}/comments${query}`)).body.data,
    removeComment: (who: TestMember, id: number, comment: number) => call(who, 'DELETE', `${at(id)}/comments/${comment}`),
    report: (who: TestMember, id: number, body: object = { reason: 'fraud' }) => call(who, 'POST', `${at(id)}/report`, body),
    reportComment: (who: TestMember, id: number, comment: number, body: object = { reason: 'fraud' }) =>
      call(who, 'POST', `${at(id)}/comments/${comment}/report`, body),
    decide: (who: TestMember, id: number, decision: string, reason: string | undefined = 'Menyalahi aturan') =>
      call(who, 'PATCH', `/api/admin/v1/posts/${id}/${decision}`, { reason }),
    decideComment: (who: TestMember, id: number, comment: number, decision: string) =>
      call(who, 'PATCH', `/api/admin/v1/posts/${id}/comments/${comment}/${decision}`, { reason: 'Menyalahi aturan' }),
    waiting: async (who: TestMember, query = 'tahap=dilaporkan'): Promise<Json[]> =>
      (await call(who, 'GET', `/api/admin/v1/posts?size=100&${query}`)).body.data.content,
  }
}
