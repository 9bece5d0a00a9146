import { type PasswordMin, passwordMin } from '@lapak/contract/members/passwords'
import { useQuery } from '@tanstack/react-query'
import { configQuery } from '#features/auth/access/client.api.ts'

/** The shortest new password of each form. Until the server has said what holds, what it never takes less of. */
export const usePasswordMin = (): PasswordMin => useQuery(configQuery).data?.passwordmin ?? passwordMin
