import { getRouteApi } from '@tanstack/react-router'
import { AuditList } from '#features/system/audit/audit-list.tsx'
import { useAddress } from '#lib/address.ts'
import { PageFrame } from '#ui/page-frame.tsx'

const route = getRouteApi('/signed-in/administration/admin/audit')

/** Who did what, when, from where and why. */
export function AuditPage() {
  const at = useAddress(route.useSearch())
  return (
    <PageFrame title="Audit" wide>
      <AuditList at={at} />
    </PageFrame>
  )
}
