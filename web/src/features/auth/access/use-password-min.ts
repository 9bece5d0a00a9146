import { type PasswordMin, passwordMin } from '@lapak/contract/members/passwords'
import { useQuery } from '@tanstack/react-query'
import { configQuery } from '#features/auth/access/client.api.ts'

/**
 * The minimum length of a new password in each form. Until the public configuration is loaded, this is the lowest value that the server ever accepts.
 */
export const usePasswordMin = (): PasswordMin => useQuery(configQuery).data?.passwordmin ?? passwordMin
