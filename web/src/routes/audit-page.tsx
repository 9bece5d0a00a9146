import { getRouteApi } from '@tanstack/react-router'
import { AuditList } from '#features/system/audit/audit-list.tsx'
import { useSearchParams } from '#lib/use-search-params.ts'
import { PageFrame } from '#ui/page-frame.tsx'

const route = getRouteApi('/signed-in/administration/admin/audit')

/** The page of the audit log. */
export function AuditPage() {
  const searchParams = useSearchParams(route.useSearch())
  return (
    <PageFrame title="Audit" wide>
      <AuditList searchParams={searchParams} />
    </PageFrame>
  )
}
