/** The calls of signing in. Loaded when the visitor begins to type, so that the form itself appears at once. */
export const loadSignIn = () => import('#features/auth/access/sign-in.api.ts')

/** Loads everything in advance, so that submitting the form only waits for the answer. */
export function prepareSignIn() {
  void Promise.all([loadSignIn(), import('#features/auth/access/client.api.ts').then(({ readConfig }) => readConfig())]).catch(
    () => undefined,
  )
}
