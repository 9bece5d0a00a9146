import { patternNames, templateNames } from '@lapak/contract/catalogue/seller-api'
import { addressListMax } from '@lapak/contract/shared/wire'
import { Button, Collapse, NumberInput, Stack, Text, TextInput } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { PatternTryout } from '#features/catalogue/seller-api/pattern-tryout.tsx'
import { patternLabels, templateHints, templateWords } from '#features/catalogue/seller-api/server-labels.ts'
import type { ServerValues } from '#features/catalogue/seller-api/server-values.ts'
import { FormGrid, Wide } from '#ui/form-grid.tsx'

interface ServerFormMoreProps {
  values: ServerValues
  field: (name: keyof ServerValues) => object
  errors: Record<string, ReactNode>
}

/** What most sellers never touch, folded away; a server without a standard is not reached without it. */
export function ServerFormMore({ values, field, errors }: ServerFormMoreProps) {
  const { jenisapi: type } = values
  const [unfolded, setUnfolded] = useState(false)
  const id = useId()
  const wrongWithin = Object.keys(errors).some((name) => isWithin(name))
  useEffect(() => {
    if (wrongWithin || type === '3') setUnfolded(true)
  }, [wrongWithin, type])
  return (
    <>
      <Button
        variant="subtle"
        aria-expanded={unfolded}
        aria-controls={id}
        rightSection={unfolded ? <IconChevronUp size={18} /> : <IconChevronDown size={18} />}
        onClick={() => setUnfolded(!unfolded)}
      >
        Pengaturan lanjutan
      </Button>
      <Collapse expanded={unfolded} id={id} mt={unfolded ? 'md' : 0}>
        <FormGrid>
          <NumberInput {...wholeNumber} label="Batas waktu (detik)" min={1} max={120} {...field('timeoutms')} />
          <NumberInput {...wholeNumber} label="Pesanan berjalan paling banyak" min={1} max={500} {...field('maxinflight')} />
          <Wide>
            <TextInput
              label="Alamat IP laporan"
              description="Dari mana laporan boleh datang, dipisah koma. Kosong: dari mana saja, asalkan tahu alamat laporannya."
              maxLength={addressListMax}
              {...field('reportaddresses')}
            />
          </Wide>
          <Wide>
            <Heading title="Alamat sendiri" hint={templateHints[type]} />
          </Wide>
          {templateNames.map((name) => (
            <Wide key={name}>
              <TextInput label={templateWords[name]} maxLength={500} {...field(`templates_${name}`)} />
            </Wide>
          ))}
          <Wide>
            <Heading title="Pola jawaban" hint="Regular expression (RE2) untuk jawaban berupa teks. Kosong: pola yang lazim dipakai." />
          </Wide>
          {patternNames.map((name) => (
            <TextInput key={name} label={patternLabels[name]} maxLength={300} {...field(`patterns_${name}`)} />
          ))}
          <Wide>
            <PatternTryout values={values} />
          </Wide>
        </FormGrid>
      </Collapse>
    </>
  )
}

const Heading = ({ title, hint }: { title: string; hint: string }) => (
  <Stack gap={2}>
    <Text fw={600}>{title}</Text>
    <Text size="sm" c="dimmed">
      {hint}
    </Text>
  </Stack>
)

const wholeNumber = {
  size: 'md',
  allowNegative: false,
  allowDecimal: false,
  clampBehavior: 'blur',
  inputMode: 'numeric',
  hideControls: true,
} as const

const isWithin = (name: string) => name.includes('_') || ['timeoutms', 'maxinflight', 'reportaddresses'].includes(name)
