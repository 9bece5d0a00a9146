import { Group } from '@mantine/core'
import { useState } from 'react'
import { downloadJournal } from '#features/funds/treasury/treasury.api.ts'
import { jakartaToday } from '#lib/days.ts'
import { CsvButton } from '#ui/csv-button.tsx'
import { DayRange } from '#ui/day-range.tsx'
import { Section } from '#ui/section.tsx'

/** Downloads the general ledger of the selected days. */
export function JournalSection() {
  const today = jakartaToday()
  const [days, setDays] = useState({ awal: today, akhir: today })
  return (
    <Section title="Buku besar" hint="Semua jurnal pada hari yang dipilih, debit dan kredit per akun.">
      <Group gap="xs">
        <DayRange {...days} onRange={(chosen) => setDays({ ...days, ...chosen })} />
        <CsvButton load={(onProgress) => downloadJournal(days, onProgress)} />
      </Group>
    </Section>
  )
}
