import { EmailOffer } from '#features/auth/access/email-offer.tsx'

/** Sends the activation e-mail again to the same address. */
export const ResendActivation = ({ email, lead }: { email: string; lead: string }) => (
  <EmailOffer
    email={email}
    before={[`${lead} Belum menerima link aktivasi di`.trimStart(), '?']}
    after={['Link aktivasi dikirim lagi ke', '. Periksa juga folder spam.']}
    button="Kirim ulang e-mail aktivasi"
    send={async (to) => (await import('#features/auth/access/account.api.ts')).resendActivation(to)}
  />
)
