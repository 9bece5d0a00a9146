import { getRouteApi } from '@tanstack/react-router'
import { AuditList } from '#features/system/audit/audit-list.tsx'
import { useAddress } from '#lib/address.ts'
import { PageFrame } from '#ui/page-frame.tsx'

const route = getRouteApi('/signed-in/administration/admin/audit')

/** The page of the audit log. */
export function AuditPage() {
  const at = useAddress(route.useSearch())
  return (
    <PageFrame title="Audit" wide>
      <AuditList at={at} />
    </PageFrame>
  )
}
