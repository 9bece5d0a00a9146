import { approvalLevels } from '@lapak/contract/selling/seller-applications'

/** The steps of the registration as a seller, in order (S-REG-01). */
export const registrationSteps = ['Dokumen identitas', 'Verifikasi', 'Integrasi API', 'Selesai'] as const

interface Standing {
  adminconfirmation: number
  apitest: number
}

/**
 * The number of the registration step that a member has reached. `apitest` 1 means that the seller's server still has to be tested and saved
 * (S-REG-08).
 */
export function registrationStep({ adminconfirmation, apitest }: Standing): 1 | 2 | 3 | 4 {
  const testWaits = apitest === 1
  if (adminconfirmation === approvalLevels.approved) return testWaits ? 3 : 4
  if (adminconfirmation === approvalLevels.waiting) return testWaits ? 2 : 3
  return 1
}
