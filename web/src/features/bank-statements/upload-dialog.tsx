import type { StatementFileRead } from '@lapak/contract/bank-statements'
import { type BankCode, bankNames } from '@lapak/contract/banks'
import { dotted } from '@lapak/contract/money'
import { Alert, Button, FileButton, Group, Modal, NativeSelect, Stack, Text } from '@mantine/core'
import { IconFileTypeCsv } from '@tabler/icons-react'
import { useState } from 'react'
import { useStatementFile } from '#features/bank-statements/bank-statements.api.ts'
import { FilePreview } from '#features/bank-statements/file-preview.tsx'
import { useFocusBack } from '#lib/use-focus-back.ts'
import { sayDone } from '#ui/snackbar.ts'

const banks = Object.entries(bankNames).map(([value, label]) => ({ value, label }))

/** A bank's own file: read and shown first, stored by a second press. Rows that are known are not added again. */
export function UploadDialog({ onClose }: { onClose: () => void }) {
  useFocusBack()
  const [bank, setBank] = useState<BankCode>('01')
  const [file, setFile] = useState<File>()
  const [read, setRead] = useState<StatementFileRead>()
  const sending = useStatementFile()

  function look(chosen: File | undefined, of: BankCode) {
    setBank(of)
    setFile(chosen)
    setRead(undefined)
    sending.reset()
    if (chosen) sending.mutate({ bank: of, file: chosen, keep: false }, { onSuccess: setRead })
  }

  function store(chosen: File) {
    const onSuccess = ({ added }: StatementFileRead) => {
      sayDone(`${dotted(added)} mutasi ditambahkan`)
      onClose()
    }
    sending.mutate({ bank, file: chosen, keep: true }, { onSuccess })
  }

  return (
    <Modal opened onClose={() => !sending.isPending && onClose()} title="Unggah CSV mutasi" size={720} closeOnClickOutside={false}>
      <Stack gap="md">
        <Group align="flex-end" gap="xs">
          <NativeSelect
            label="Bank"
            size="md"
            data={banks}
            value={bank}
            disabled={sending.isPending}
            data-autofocus
            onChange={(event) => look(file, event.currentTarget.value as BankCode)}
          />
          <FileButton
            accept=".csv,text/csv,text/plain"
            inputProps={{ 'aria-label': 'File CSV' }}
            onChange={(chosen) => chosen && look(chosen, bank)}
          >
            {(props) => (
              <Button {...props} variant="default" leftSection={<IconFileTypeCsv size={18} />} disabled={sending.isPending}>
                {file ? 'Ganti file' : 'Pilih file CSV'}
              </Button>
            )}
          </FileButton>
        </Group>
        <div aria-live="polite">
          <Looked file={file} read={read} error={sending.error} reading={sending.isPending} />
        </div>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={sending.isPending} onClick={onClose}>
            Batal
          </Button>
          <Button disabled={!file || !read || read.added === 0} loading={sending.isPending} onClick={() => file && store(file)}>
            {read && read.added > 0 ? `Simpan ${dotted(read.added)} mutasi baru` : 'Simpan'}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

interface LookedProps {
  file: File | undefined
  read: StatementFileRead | undefined
  error: Error | null
  reading: boolean
}

function Looked({ file, read, error, reading }: LookedProps) {
  if (error)
    return (
      <Alert color="red" title={file?.name}>
        {error.message}
      </Alert>
    )
  if (file && read) return <FilePreview name={file.name} read={read} />
  return (
    <Text size="sm" c="dimmed">
      {reading ? 'Membaca file…' : 'File asli dari internet banking, jangan dibuka di Excel dulu. Isinya diperlihatkan sebelum disimpan.'}
    </Text>
  )
}
