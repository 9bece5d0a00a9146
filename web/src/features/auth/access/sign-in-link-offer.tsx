import { EmailOffer } from '#features/auth/access/email-offer.tsx'

/** Somebody guesses at this account: its owner gets in by the mail. */
export const SignInLinkOffer = ({ email }: { email: string }) => (
  <EmailOffer
    email={email}
    before={['Ini akun Anda? Minta link masuk ke', ', lalu buka link itu di perangkat ini.']}
    after={['Link masuk dikirim ke', '. Buka di perangkat ini. Periksa juga folder spam.']}
    button="Kirim link masuk"
    send={async (to) => (await import('#features/auth/access/account.api.ts')).askForSignInLink(to)}
  />
)
