/** The calls of signing in. Loaded when the visitor begins to type, so that the form itself is there at once. */
export const loadSignIn = () => import('#features/auth/access/sign-in.api.ts')

/** So that pressing the button has nothing left to wait for but the answer. */
export function prepareSignIn() {
  void Promise.all([loadSignIn(), import('#features/auth/access/client.api.ts').then(({ readConfig }) => readConfig())]).catch(
    () => undefined,
  )
}
