import { useQueryClient } from '@tanstack/react-query'

/**
 * The calls of signing in, with the application's own credentials. Both are fetched when the visitor begins to type, so
 * that the form itself is there at once; a failed attempt is made again by the next one.
 */
export function useAccess() {
  const queries = useQueryClient()
  return async function prepare() {
    const { answerTwoFactor, configQuery, signIn } = await import('#features/access/access.api.ts')
    const client = await queries.fetchQuery(configQuery)
    return {
      signIn: (ask: { email: string; password: string }) => signIn(client, ask),
      answerTwoFactor: (ask: { mfaToken: string; code: string }) => answerTwoFactor(client, ask),
    }
  }
}
