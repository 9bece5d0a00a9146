import type { StatementFileRead, UnknownHead } from '@lapak/contract/funds/bank-statements'
import { type BankCode, bankNames } from '@lapak/contract/shared/banks'
import { dotted, senText } from '@lapak/contract/shared/money'
import { wibBare } from '@lapak/contract/shared/time-text'
import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useReadStatementFile } from '#features/funds/bank-statements/bank-statements.api.ts'
import { ColumnMapping, type ConfirmedMapping, unknownHeaderOf } from '#features/funds/bank-statements/column-mapping.tsx'
import classes from '#features/funds/bank-statements/statement.module.css'
import { useReadFile } from '#lib/use-read-file.ts'
import { Facts } from '#ui/facts.tsx'
import { ChooseCsv, FileDialog } from '#ui/file-dialog.tsx'
import { SenMovement } from '#ui/movement.tsx'
import { Row, RowFacts, RowList } from '#ui/row-list.tsx'
import { showSuccess } from '#ui/snackbar.ts'

const banks = Object.entries(bankNames).map(([value, label]) => ({ value, label }))

/**
 * Imports a bank's statement file. The first step shows the content of the file, the second step stores its rows; rows that are already stored are
 * not added again.
 */
export function UploadDialog({ onClose }: { onClose: () => void }) {
  const [bank, setBank] = useState<BankCode>('01')
  const upload = useReadFile(useReadStatementFile(), ({ added }) => {
    showSuccess(`${dotted(added)} mutasi ditambahkan`)
    onClose()
  })
  const [confirmedMapping, setConfirmedMapping] = useState<ConfirmedMapping>()
  const [isChanging, setChanging] = useState(false)
  const { file, read, error, isSending } = upload
  const added = read?.added ?? 0
  const mapped = read?.kolom ?? undefined
  // Kept while the server reads the file again, and after the server refused the selected mapping.
  const [unknown, setUnknown] = useState<UnknownHead>()
  const head = mapped ?? unknownHeaderOf(error) ?? unknown

  /** Reads a file for the preview. The old mapping is discarded, because a mapping is valid for one file of one bank only. */
  function look(of: BankCode, chosen: File | undefined) {
    setConfirmedMapping(undefined)
    setUnknown(undefined)
    setChanging(false)
    upload.look({ bank: of }, chosen)
  }

  function chooseBank(of: BankCode) {
    setBank(of)
    look(of, file)
  }

  function say(columns: ConfirmedMapping) {
    setConfirmedMapping(columns)
    setUnknown(head)
    setChanging(false)
    upload.look({ bank, confirmedMapping: columns }, file)
  }

  return (
    <FileDialog
      title="Unggah CSV mutasi"
      file={file}
      error={error}
      isSending={isSending}
      preview={file && read ? <FilePreview name={file.name} read={read} /> : <BeforeRead isReading={isSending} />}
      importLabel={added > 0 ? `Simpan ${dotted(added)} mutasi baru` : 'Simpan'}
      onImport={added > 0 ? () => upload.keep({ bank, confirmedMapping }) : undefined}
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
        <ChooseCsv name="File CSV" file={file} disabled={isSending} onChoose={(chosen) => look(bank, chosen)} />
      </Group>
      {head && (!read || isChanging) && (
        <ColumnMapping key={head.columns.join('\n')} head={head} first={confirmedMapping ?? mapped} isSending={isSending} onSay={say} />
      )}
      {mapped && !isChanging && (
        <Button
          variant="subtle"
          size="compact-sm"
          disabled={isSending}
          onClick={() => setChanging(true)}
          style={{ alignSelf: 'flex-start' }}
        >
          Ubah pemetaan kolom
        </Button>
      )}
    </FileDialog>
  )
}

const BeforeRead = ({ isReading }: { isReading: boolean }) => (
  <Text size="sm" c="dimmed">
    {isReading ? 'Membaca file…' : 'File asli dari internet banking, jangan dibuka di Excel dulu. Isinya diperlihatkan sebelum disimpan.'}
  </Text>
)

const day = (text: string) => text.replaceAll('-', '/')

/** The content of a file before it is stored. */
function FilePreview({ name, read }: { name: string; read: StatementFileRead }) {
  const { format, rows, added, pending, first, last, opening, closing, sample } = read
  return (
    <Stack gap="md">
      <Facts
        facts={[
          { label: 'File', value: `${name}, ${format}` },
          { label: 'Tanggal', value: `${day(first)} – ${day(last)}` },
          { label: 'Mutasi', value: `${dotted(rows)} (${dotted(added)} baru, ${dotted(rows - added)} sudah ada)` },
          { label: 'Belum final di bank', value: pending > 0 ? `${dotted(pending)}, tidak disimpan` : null },
          { label: 'Saldo', value: opening === null || closing === null ? null : `${senText(opening)} – ${senText(closing)}` },
        ]}
      />
      <RowList aria-label="Isi file">
        {sample.map((row) => (
          <Row key={row.line} actions={<SenMovement of={row.mutasi} />}>
            <Text size="sm" className={classes.text}>
              {row.keterangan}
            </Text>
            <RowFacts>
              <span>{wibBare(row.tanggaltran).slice(0, 10)}</span>
              <span>{row.known ? 'Sudah ada' : 'Baru'}</span>
            </RowFacts>
          </Row>
        ))}
      </RowList>
      {rows > sample.length && (
        <Text size="sm" c="dimmed">
          dan {dotted(rows - sample.length)} lainnya
        </Text>
      )}
    </Stack>
  )
}
