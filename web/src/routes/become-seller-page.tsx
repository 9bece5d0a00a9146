import { useUser } from '#features/auth/access/use-user.ts'
import { ServerForm } from '#features/catalogue/seller-api/server-form.tsx'
import { SellerRegistration } from '#features/selling/seller-applications/seller-registration.tsx'
import { PageFrame } from '#ui/page-frame.tsx'

/** The page of the registration as a seller. */
export function BecomeSellerPage() {
  const user = useUser()
  if (!user) return null
  return (
    <PageFrame title="Jadi suplier">
      <SellerRegistration user={user} serverForm={(onSaved) => <ServerForm submitWord="Lanjut" onSaved={onSaved} />} />
    </PageFrame>
  )
}
