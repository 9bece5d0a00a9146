import { type PasswordMin, passwordMin } from '@lapak/contract/passwords'
import { useQuery } from '@tanstack/react-query'
import { configQuery } from '#features/access/client.api.ts'

/** The shortest new password of each form. Until the server has said what holds, what it never takes less of. */
export const usePasswordMin = (): PasswordMin => useQuery(configQuery).data?.passwordmin ?? passwordMin
