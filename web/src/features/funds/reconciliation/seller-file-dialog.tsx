import type { SellerDay } from '@lapak/contract/funds/reconciliation'
import { differenceKinds, type SellerFileRead } from '@lapak/contract/funds/reconciliation'
import { dotted } from '@lapak/contract/shared/money'
import { Alert, Select, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sellersQuery, useReadSellerFile } from '#features/funds/reconciliation/reconciliation.api.ts'
import { SenAmount } from '#features/funds/reconciliation/sen-amount.tsx'
import { daysBefore, jakartaToday } from '#lib/days.ts'
import { useReadFile } from '#lib/use-read-file.ts'
import { DayField } from '#ui/day-field.tsx'
import { Facts } from '#ui/facts.tsx'
import { ChooseCsv, FileDialog } from '#ui/file-dialog.tsx'
import { FormGrid } from '#ui/form-grid.tsx'
import { Rupiah } from '#ui/money.tsx'
import { Row, RowFacts, RowList } from '#ui/row-list.tsx'
import { showSuccess } from '#ui/snackbar.ts'

/** Seller and day of the file; null if the administrator still has to select them. */
type Of = Pick<SellerDay, 'sellerid' | 'sellername' | 'hari'> | null

const yesterday = () => daysBefore(jakartaToday(), 1)

/** Imports a seller's own list of sales of one day. The first step compares the list with the platform's sales, the second step stores it. */
export function SellerFileDialog({ of, onClose }: { of: Of; onClose: () => void }) {
  const [whose, setWhose] = useState<Whose>({ seller: of?.sellerid, day: of?.hari ?? yesterday() })
  const upload = useReadFile(useReadSellerFile(), ({ differences }) => {
    showSuccess(`File disimpan, ${dotted(differences)} selisih`)
    onClose()
  })
  const { file, read, error, isSending } = upload
  const { seller, day } = whose

  function choose(other: Whose) {
    setWhose(other)
    upload.forget()
  }

  return (
    <FileDialog
      title={of ? `File ${of.sellername}, ${of.hari.replaceAll('-', '/')}` : 'File suplier'}
      file={file}
      error={error}
      isSending={isSending}
      preview={read && <SellerFilePreview read={read} />}
      importLabel="Simpan"
      onImport={seller !== undefined && read?.wrong === 0 ? () => upload.keep({ seller, day }) : undefined}
      onClose={onClose}
    >
      <Text size="sm">CSV dengan kolom reference, number, price dan status; price adalah harga jual sebelum biaya.</Text>
      {!of && <WhoseFields whose={whose} onChoose={choose} />}
      <ChooseCsv
        name="File CSV suplier"
        file={file}
        disabled={seller === undefined || isSending}
        onChoose={(chosen) => seller !== undefined && upload.look({ seller, day }, chosen)}
      />
    </FileDialog>
  )
}

interface Whose {
  seller: bigint | undefined
  day: string
}

function WhoseFields({ whose, onChoose }: { whose: Whose; onChoose: (whose: Whose) => void }) {
  return (
    <FormGrid>
      <SellerChoice onChoose={(seller) => onChoose({ ...whose, seller })} />
      <DayField label="Hari" value={whose.day} max={yesterday()} onDay={(day) => day && onChoose({ ...whose, day })} />
    </FormGrid>
  )
}

function SellerChoice({ onChoose }: { onChoose: (id: bigint | undefined) => void }) {
  const { data: sellers = [] } = useQuery(sellersQuery)
  return (
    <Select
      size="md"
      label="Suplier"
      placeholder="Cari nama suplier"
      searchable
      limit={20}
      data={sellers.map(({ sellerid, sellername }) => ({ value: sellerid.toString(), label: sellername }))}
      nothingFoundMessage="Tidak ada suplier bernama itu"
      onChange={(value) => onChoose(value === null ? undefined : BigInt(value))}
    />
  )
}

/** The seller's list of one day, compared with the platform's sales. */
function SellerFilePreview({ read }: { read: SellerFileRead }) {
  return (
    <Stack gap="md">
      <Facts
        facts={[
          { label: 'Menurut suplier', value: <Sums count={read.transaksisuplier} of={read.terjualsuplier} /> },
          { label: 'Menurut Lapak', value: <Sums count={read.transaksi} of={read.terjual} /> },
          { label: 'Selisih', value: dotted(read.differences) },
        ]}
      />
      {read.wrong > 0 && (
        <Alert color="red" title={`${dotted(read.wrong)} baris tidak terbaca`}>
          {read.errors.map(({ line, text }) => (
            <Text key={line} size="sm">
              Baris {line}: {text}
            </Text>
          ))}
        </Alert>
      )}
      <RowList aria-label="Selisih dalam file">
        {read.sample.map(({ kind, reference, ours, theirs, keterangan }) => (
          <Row key={`${kind} ${reference}`}>
            <Text size="sm" fw={600}>
              {reference}: {differenceKinds[kind]}
            </Text>
            <RowFacts>
              <span>
                Lapak <SenAmount of={ours} />
              </span>
              <span>
                Suplier <SenAmount of={theirs} />
              </span>
              <span>{keterangan}</span>
            </RowFacts>
          </Row>
        ))}
      </RowList>
      {read.differences > read.sample.length && (
        <Text size="sm" c="dimmed">
          dan {dotted(read.differences - read.sample.length)} lainnya
        </Text>
      )}
    </Stack>
  )
}

const Sums = ({ count, of }: { count: number; of: bigint }) => (
  <>
    {dotted(count)} transaksi, <Rupiah of={of} />
  </>
)
