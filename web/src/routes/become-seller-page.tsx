import { useUser } from '#features/auth/access/use-user.ts'
import { ServerForm } from '#features/catalogue/seller-api/server-form.tsx'
import { Registration } from '#features/selling/seller-applications/registration.tsx'
import { PageFrame } from '#ui/page-frame.tsx'

/** The page of the registration as a seller. */
export function BecomeSellerPage() {
  const user = useUser()
  if (!user) return null
  return (
    <PageFrame title="Jadi suplier">
      <Registration user={user} serverForm={(onSaved) => <ServerForm submitWord="Lanjut" onSaved={onSaved} />} />
    </PageFrame>
  )
}
