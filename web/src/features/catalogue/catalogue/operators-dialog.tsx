import { prefixDigits } from '@lapak/contract/market-data/targets'
import type { OperatorRow } from '@lapak/contract/market-data/targets.admin'
import { ActionIcon, Button, Modal, Skeleton, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconPencil, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { operatorsQuery, useSaveOperator } from '#features/catalogue/catalogue/operators.admin.api.ts'
import { useFocusBack } from '#lib/use-focus-back.ts'
import { useServerForm } from '#lib/use-server-form.ts'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Row, RowFacts, RowList } from '#ui/row-list.tsx'
import { ErrorState } from '#ui/states.tsx'

/** Whose a mobile number is, by how it begins. */
export function OperatorsDialog({ onClose }: { onClose: () => void }) {
  useFocusBack()
  const [edited, setEdited] = useState<OperatorRow | 'new'>()
  if (edited) return <OperatorDialog operator={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
  return (
    <Modal opened onClose={onClose} title="Prefix operator" size={560}>
      <Operators onEdit={setEdited} />
    </Modal>
  )
}

function Operators({ onEdit }: { onEdit: (operator: OperatorRow | 'new') => void }) {
  const { data, error, refetch } = useQuery(operatorsQuery)
  if (error && !data) return <ErrorState message={error.message} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={320} />
  return (
    <Stack gap="md">
      <Text size="sm">
        Nomor yang bukan milik operator brand-nya ditolak sebelum dikirim. Prefix terpanjang yang menentukan: 085154 milik by.U walau 0851
        milik Telkomsel.
      </Text>
      <RowList aria-label="Operator">
        {data.map((operator) => (
          <Row
            key={operator.code}
            actions={
              <ActionIcon aria-label={`Ubah ${operator.name}`} onClick={() => onEdit(operator)}>
                <IconPencil size={18} />
              </ActionIcon>
            }
          >
            <Text size="sm" fw={600}>
              {operator.name}
            </Text>
            <Text size="sm">{operator.prefixes.join(', ')}</Text>
            <RowFacts>
              <span>{operator.code}</span>
              <span>{operator.brands} brand</span>
            </RowFacts>
          </Row>
        ))}
      </RowList>
      <Button variant="default" leftSection={<IconPlus size={18} />} onClick={() => onEdit('new')} style={{ alignSelf: 'flex-start' }}>
        Tambah operator
      </Button>
    </Stack>
  )
}

const prefixesIn = (typed: string) => typed.split(/[\s,;]+/).filter(Boolean)
const isPrefix = new RegExp(`^08\\d{${prefixDigits.min - 2},${prefixDigits.max - 2}}$`)

function wrongPrefixes(typed: string): string | null {
  const prefixes = prefixesIn(typed)
  if (prefixes.length === 0) return 'Isi paling sedikit satu prefix'
  const wrong = prefixes.find((prefix) => !isPrefix.test(prefix))
  return wrong === undefined ? null : `${wrong}: prefix diawali 08, ${prefixDigits.min} sampai ${prefixDigits.max} angka`
}

function OperatorDialog({ operator, onClose }: { operator: OperatorRow | undefined; onClose: () => void }) {
  const save = useSaveOperator(operator)
  const { form, field, formProps, busy, unsent } = useServerForm({
    initialValues: { code: operator?.code ?? '', name: operator?.name ?? '', prefixes: operator?.prefixes.join(', ') ?? '' },
    validate: {
      code: (code) => (/^[A-Za-z0-9]{2,10}$/.test(code.trim()) ? null : 'Kode operator 2 sampai 10 huruf atau angka'),
      name: (name) => (name.trim() === '' ? 'Nama operator wajib diisi' : null),
      prefixes: wrongPrefixes,
    },
    send: async ({ code, name, prefixes }) => {
      await save.mutateAsync({ code, name, prefixes: prefixesIn(prefixes) })
      onClose()
    },
  })
  return (
    <FormDialog
      title={operator ? `Prefix ${operator.name}` : 'Tambah operator'}
      size={560}
      of={{ formProps, busy }}
      loses={{ unsent: unsent && !save.isSuccess, question: 'Operator ini belum disimpan. Tutup dan buang isiannya?' }}
      does="Simpan"
      closes="Kembali"
      ready={form.isDirty()}
      onClose={onClose}
    >
      {!operator && <TextInput label="Kode" description="Tidak bisa diubah nanti" size="md" maxLength={10} {...field('code')} />}
      <TextInput label="Nama" size="md" maxLength={40} {...field('name')} />
      <Textarea
        label="Prefix"
        description={`${prefixDigits.min} sampai ${prefixDigits.max} angka, dipisah koma atau spasi`}
        size="md"
        autosize
        minRows={3}
        {...field('prefixes')}
      />
    </FormDialog>
  )
}
