import { dotted } from '@lapak/contract/shared/money'
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { ManySpecialPricesForm } from '#features/catalogue/special-prices/many-special-prices-form.tsx'
import {
  type ManySpecialPrices,
  type ManySpecialPricesPreview,
  type SpecialPriceLine,
  useAddSpecialPrices,
} from '#features/catalogue/special-prices/special-prices.api.ts'
import classes from '#features/catalogue/special-prices/special-prices.module.css'
import { useConfirmClose } from '#lib/use-confirm-leave.ts'
import { useRestoreFocus } from '#lib/use-restore-focus.ts'
import parts from '#ui/list-parts.module.css'
import { Rupiah } from '#ui/money.tsx'
import { Row, RowFacts, RowList } from '#ui/row-list.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { Tag } from '#ui/tag.tsx'

interface Seen {
  asked: ManySpecialPrices
  preview: ManySpecialPricesPreview
}

/** Sets special prices for several buyers and products. The seller fills in the form, checks a preview of every line, and then saves. */
export function ManySpecialPricesDialog({ onClose }: { onClose: () => void }) {
  useRestoreFocus()
  const [seen, setSeen] = useState<Seen>()
  const [unsent, setUnsent] = useState(false)
  const give = useAddSpecialPrices()
  const { close, asking } = useConfirmClose(
    unsent && !give.isSuccess,
    'Harga khusus ini belum disimpan. Tutup dan buang isiannya?',
    onClose,
  )
  return (
    <Modal
      opened
      onClose={() => !give.isPending && close()}
      title="Harga khusus beberapa member"
      size={720}
      closeOnClickOutside={false}
      closeOnEscape={!asking}
    >
      {/* Stays mounted, so that the filled-in form is kept when the member goes back from the preview. */}
      <div hidden={seen !== undefined}>
        <ManySpecialPricesForm onClose={close} onUnsent={setUnsent} onSeen={(asked, preview) => setSeen({ asked, preview })} />
      </div>
      {seen && (
        <ManyLines
          of={seen.preview}
          give={give}
          onBack={() => {
            give.reset()
            setSeen(undefined)
          }}
          onGive={() => give.mutate({ ...seen.asked, digest: seen.preview.digest }, { onSuccess: onClose })}
        />
      )}
    </Modal>
  )
}

// — Many preview

interface PreviewProps {
  of: ManySpecialPricesPreview
  give: ReturnType<typeof useAddSpecialPrices>
  onBack: () => void
  onGive: () => void
}

/** Each new price next to the price that it replaces. */
function ManyLines({ of: { lines, found, changed, belowcost }, give: { isPending, error }, onBack, onGive }: PreviewProps) {
  return (
    <Stack gap="md">
      <Text size="sm">
        {dotted(found)} harga khusus, {dotted(changed)} di antaranya mengganti yang sudah ada. Semua disimpan, atau tidak satu pun.
      </Text>
      {belowcost > 0 && (
        <Alert color="red" title="Di bawah modal">
          {dotted(belowcost)} harga di bawah harga beli Anda. Boleh disimpan.
        </Alert>
      )}
      <RowList aria-label="Harga yang akan disimpan">
        {lines.map((line) => (
          <PriceLine key={`${line.product.productid} ${line.member.memberid}`} line={line} />
        ))}
      </RowList>
      {error && (
        <Alert color="red" title="Belum disimpan">
          {error.message}
        </Alert>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" data-autofocus disabled={isPending} onClick={onBack}>
          Kembali
        </Button>
        <Button loading={isPending} onClick={onGive}>
          Simpan {dotted(found)} harga
        </Button>
      </Group>
    </Stack>
  )
}

function PriceLine({ line: { member, product, normal, before, price, belowcost } }: { line: SpecialPriceLine }) {
  return (
    <Row
      actions={
        <div className={classes.sums}>
          <Rupiah of={price} strong />
          <span className={parts.note}>
            Normal <Rupiah of={normal} />
          </span>
        </div>
      }
    >
      <Text fw={600}>{product.productname}</Text>
      <RowFacts>
        <span>{member.membername}</span>
        <span>{product.productcode}</span>
        {before === null ? (
          <Tag tone="fresh">Baru</Tag>
        ) : before === price ? (
          <Tag>Tetap</Tag>
        ) : (
          <span>
            Mengganti <Rupiah of={before} />
          </span>
        )}
        {belowcost && <StatusBadge colour="red" icon={IconAlertTriangle} label="Di bawah modal" />}
      </RowFacts>
    </Row>
  )
}
