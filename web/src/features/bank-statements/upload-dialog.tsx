import { type BankCode, bankNames } from '@lapak/contract/banks'
import { dotted } from '@lapak/contract/money'
import { Group, NativeSelect, Text } from '@mantine/core'
import { useState } from 'react'
import { useStatementFile } from '#features/bank-statements/bank-statements.api.ts'
import { FilePreview } from '#features/bank-statements/file-preview.tsx'
import { useReadFile } from '#lib/use-read-file.ts'
import { ChooseCsv, FileDialog } from '#ui/file-dialog.tsx'
import { sayDone } from '#ui/snackbar.ts'

const banks = Object.entries(bankNames).map(([value, label]) => ({ value, label }))

/** A bank's own file: read and shown first, stored by a second press. Rows that are known are not added again. */
export function UploadDialog({ onClose }: { onClose: () => void }) {
  const [bank, setBank] = useState<BankCode>('01')
  const upload = useReadFile(useStatementFile(), ({ added }) => {
    sayDone(`${dotted(added)} mutasi ditambahkan`)
    onClose()
  })
  const { file, read, error, isSending } = upload
  const added = read?.added ?? 0

  function chooseBank(of: BankCode) {
    setBank(of)
    upload.look({ bank: of }, file)
  }

  return (
    <FileDialog
      title="Unggah CSV mutasi"
      file={file}
      error={error}
      isSending={isSending}
      shown={file && read ? <FilePreview name={file.name} read={read} /> : <BeforeRead isReading={isSending} />}
      keepLabel={added > 0 ? `Simpan ${dotted(added)} mutasi baru` : 'Simpan'}
      onKeep={added > 0 ? () => upload.keep({ bank }) : undefined}
      onClose={onClose}
    >
      <Group align="flex-end" gap="xs">
        <NativeSelect
          label="Bank"
          size="md"
          data={banks}
          value={bank}
          disabled={isSending}
          data-autofocus
          onChange={(event) => chooseBank(event.currentTarget.value as BankCode)}
        />
        <ChooseCsv name="File CSV" file={file} disabled={isSending} onChoose={(chosen) => upload.look({ bank }, chosen)} />
      </Group>
    </FileDialog>
  )
}

const BeforeRead = ({ isReading }: { isReading: boolean }) => (
  <Text size="sm" c="dimmed">
    {isReading ? 'Membaca file…' : 'File asli dari internet banking, jangan dibuka di Excel dulu. Isinya diperlihatkan sebelum disimpan.'}
  </Text>
)
