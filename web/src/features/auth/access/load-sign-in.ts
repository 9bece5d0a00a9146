/** The calls of the sign-in. They are loaded when the visitor begins to type, so that the form itself appears at once. */
export const loadSignIn = () => import('#features/auth/access/sign-in.api.ts')

/** Preloads everything that submitting the form needs, so that the visitor then waits only for the answer. */
export function preloadSignIn() {
  void Promise.all([loadSignIn(), import('#features/auth/access/client.api.ts').then(({ fetchConfig }) => fetchConfig())]).catch(
    () => undefined,
  )
}
