import { backupHealth, readBackups } from '#contexts/backoffice/backups/backups.ts'
import { readReadiness } from '#contexts/backoffice/opening/opening.ts'
import { type Check, fail, failInProduction, ok, warn } from './finding.ts'

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

export const checkBackup: Check = async ({ db, config }) => {
  const { cara, baik, terakhir, gagal } = backupHealth(await readBackups(db.read), config, new Date())
  if (baik && cara === 'tidak_ada') return ok('none, which a demo may lack', 'Tidak ada; untuk demo tidak perlu')
  if (cara === 'tidak_ada')
    return failInProduction(
      config,
      'none: set BACKUP_FOLDER or BACKUP_S3_URL, or BACKUP_ELSEWHERE if another tool makes them',
      'Belum ada: isi BACKUP_FOLDER atau BACKUP_S3_URL, atau BACKUP_ELSEWHERE bila dibuat alat lain',
    )
  if (cara === 'lain') return ok('made by another tool, as BACKUP_ELSEWHERE says', 'Dibuat alat lain, menurut BACKUP_ELSEWHERE')
  const newest = terakhir?.at.toISOString()
  if (baik)
    return ok(
      `the newest verified one is of ${newest ?? 'the run that is under way'}`,
      `Yang terbaru dan terperiksa: ${newest ?? 'sedang dibuat'}`,
    )
  return fail(
    `the newest verified one is of ${newest ?? 'never'}${gagal === null ? '' : `; the last attempt failed: ${gagal}`}`,
    `Yang terbaru dan terperiksa: ${newest ?? 'belum pernah'}${gagal === null ? '' : `; percobaan terakhir gagal: ${gagal}`}`,
  )
}
