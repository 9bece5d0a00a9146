import { readReadiness } from '#contexts/backoffice/opening/opening.ts'
import { type Check, failInProduction, ok, warn } from './finding.ts'

export const checkAdmins: Check = async (deps) => {
  const { admins, twofactor } = await readReadiness(deps)
  if (!admins)
    return failInProduction(
      deps.config,
      'fewer than two administrators, and approvals need two: npm run admin:create -- <e-mail>',
      'Kurang dari dua admin, padahal persetujuan butuh dua: npm run admin:create -- <e-mail>',
    )
  return twofactor
    ? ok('two or more, with the second factor that is demanded', 'Dua atau lebih, dengan verifikasi dua langkah yang diwajibkan')
    : warn('an administrator has no second factor', 'Ada admin tanpa verifikasi dua langkah')
}

export const checkMethods: Check = async (deps) =>
  (await readReadiness(deps)).methods
    ? ok('members can top up', 'Member bisa topup')
    : failInProduction(
        deps.config,
        'no bank account and no provider: /admin/pengaturan?tab=metode',
        'Belum ada rekening atau penyedia: /admin/pengaturan?tab=metode',
      )

export const checkTerms: Check = async (deps) =>
  (await readReadiness(deps)).terms
    ? ok('published by an administrator', 'Diterbitkan admin')
    : warn('still the sample: publish your own at /syaratketentuan', 'Masih contoh bawaan: terbitkan di /syaratketentuan')
