import {
  type SelfTestSituationName,
  selfTestProduct,
  selfTestSituationNames,
  selfTestSituations,
} from '@lapak/contract/selling/seller-self-test'
import { Stack, Text, TextInput } from '@mantine/core'
import { Fragment } from 'react'
import type { Targets } from '#features/selling/seller-self-test/seller-self-test.api.ts'
import { FormGrid } from '#ui/form-grid.tsx'

interface TargetsProps {
  targets: Targets
  onChange: (name: SelfTestSituationName, change: Partial<Targets[SelfTestSituationName]>) => void
}

/** What the seller prepared on its own side. */
export const SelfTestTargets = ({ targets, onChange }: TargetsProps) => (
  <Stack gap="sm" mt="sm">
    <Text size="sm" c="dimmed">
      Buat di software Anda satu produk uji, dan nomor yang membawa server ke setiap situasi. Kode {selfTestProduct} yang tidak ada di
      server Anda akan ditolak, dan situasinya tidak dapat diuji. Kode yang dijual di toko Anda tidak boleh dipakai, karena barangnya bisa
      benar-benar terkirim.
    </Text>
    <FormGrid>
      {selfTestSituationNames.map((name) => (
        <Fragment key={name}>
          <TextInput
            label={`Kode produk, ${selfTestSituations[name].name}`}
            maxLength={60}
            error={wrong(targets[name].kodeproduk)}
            value={targets[name].kodeproduk}
            onChange={(event) => onChange(name, { kodeproduk: event.currentTarget.value })}
          />
          <TextInput
            label={`Nomor tujuan, ${selfTestSituations[name].name}`}
            maxLength={100}
            error={wrong(targets[name].tujuan)}
            value={targets[name].tujuan}
            onChange={(event) => onChange(name, { tujuan: event.currentTarget.value })}
          />
        </Fragment>
      ))}
    </FormGrid>
  </Stack>
)

const wrong = (text: string) => (text.trim() === '' ? 'Please fill' : null)

export const areFilled = (targets: Targets): boolean =>
  Object.values(targets).every(({ kodeproduk, tujuan }) => wrong(kodeproduk) === null && wrong(tujuan) === null)
