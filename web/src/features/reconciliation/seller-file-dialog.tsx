import { dotted } from '@lapak/contract/money'
import { differenceKinds, type SellerDay, type SellerFileRead } from '@lapak/contract/reconciliation'
import { Alert, Button, FileButton, Group, Modal, Select, Stack, Text } from '@mantine/core'
import { IconFileTypeCsv } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sellersQuery, useSellerFile } from '#features/reconciliation/reconciliation.api.ts'
import { Sen } from '#features/reconciliation/sen.tsx'
import { daysBefore, jakartaToday } from '#lib/days.ts'
import { DayField } from '#ui/day-field.tsx'
import { Facts } from '#ui/facts.tsx'
import { FormGrid } from '#ui/form-grid.tsx'
import { Rupiah } from '#ui/money.tsx'
import { Row, RowFacts, RowList } from '#ui/row-list.tsx'
import { sayDone } from '#ui/snackbar.ts'

/** Whose list, and of which day; null where that is still to be said. */
type Of = Pick<SellerDay, 'sellerid' | 'sellername' | 'hari'> | null

/** A seller's own list of a day: read and laid beside our sales first, kept by a second press. */
export function SellerFileDialog({ of, onClose }: { of: Of; onClose: () => void }) {
  const [seller, setSeller] = useState(of?.sellerid)
  const [day, setDay] = useState(of?.hari ?? yesterday())
  const [file, setFile] = useState<File>()
  const [read, setRead] = useState<SellerFileRead>()
  const sending = useSellerFile()

  function forget() {
    setFile(undefined)
    setRead(undefined)
    sending.reset()
  }

  function look(id: bigint, chosen: File) {
    setFile(chosen)
    setRead(undefined)
    sending.mutate({ seller: id, day, file: chosen, keep: false }, { onSuccess: setRead })
  }

  function keep(id: bigint, chosen: File) {
    const onSuccess = ({ differences }: SellerFileRead) => {
      sayDone(`File disimpan, ${dotted(differences)} selisih`)
      onClose()
    }
    sending.mutate({ seller: id, day, file: chosen, keep: true }, { onSuccess })
  }

  return (
    <Modal
      opened
      onClose={() => !sending.isPending && onClose()}
      title={of ? `File ${of.sellername}, ${of.hari.replaceAll('-', '/')}` : 'File suplier'}
      size={720}
      closeOnClickOutside={false}
    >
      <Stack gap="md">
        <Text size="sm">CSV dengan kolom reference, number, price dan status; price adalah harga jual sebelum biaya.</Text>
        {!of && (
          <FormGrid>
            <SellerChoice
              onChoose={(id) => {
                setSeller(id)
                forget()
              }}
            />
            <DayField
              label="Hari"
              value={day}
              max={yesterday()}
              onDay={(chosen) => {
                setDay(chosen)
                forget()
              }}
            />
          </FormGrid>
        )}
        <FileButton
          accept=".csv,text/csv,text/plain"
          inputProps={{ 'aria-label': 'File CSV suplier' }}
          onChange={(chosen) => chosen && seller !== undefined && look(seller, chosen)}
        >
          {(props) => (
            <Button
              {...props}
              variant="default"
              leftSection={<IconFileTypeCsv size={18} />}
              disabled={seller === undefined || sending.isPending}
              style={{ alignSelf: 'flex-start' }}
            >
              {file ? 'Ganti file' : 'Pilih file CSV'}
            </Button>
          )}
        </FileButton>
        <div aria-live="polite">
          {sending.error ? (
            <Alert color="red" title={file?.name}>
              {sending.error.message}
            </Alert>
          ) : (
            read && <Preview read={read} />
          )}
        </div>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={sending.isPending} onClick={onClose}>
            Batal
          </Button>
          <Button
            disabled={!read || read.wrong > 0}
            loading={sending.isPending}
            onClick={() => file && seller !== undefined && keep(seller, file)}
          >
            Simpan
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

const yesterday = () => daysBefore(jakartaToday(), 1)

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

function Preview({ read }: { read: SellerFileRead }) {
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
                Lapak <Sen of={ours} />
              </span>
              <span>
                Suplier <Sen of={theirs} />
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
