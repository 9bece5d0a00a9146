import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import type { BuyFlow } from '#features/ordering/purchases/buying/buy-flow.ts'
import type { Wanted } from '#features/ordering/purchases/buying/buy-order.ts'
import { ProductHead } from '#features/ordering/purchases/buying/buy-product-head.tsx'
import { sentence } from '#lib/sentence.ts'

/** The bill is being asked, or could not be had. With a bill in hand the confirmation follows by itself. */
export function BillStep({ flow, product }: { flow: BuyFlow; product: Wanted }) {
  return (
    <Stack gap="md">
      <ProductHead product={product} target={flow.target} />
      {flow.refusal ? (
        <Alert color="red" icon={<IconAlertCircle size={20} />} title="Tagihan belum didapat" role="alert">
          <Text size="sm">{sentence(flow.refusal.message)} Saldo tidak berubah.</Text>
          <Group gap={8} mt="sm">
            <Button variant="default" onClick={flow.back}>
              Ubah nomor
            </Button>
            <Button onClick={() => flow.choose(product)}>Coba lagi</Button>
          </Group>
        </Alert>
      ) : (
        <Stack gap={12} aria-busy>
          <Text size="sm" c="dimmed" role="status">
            Menanyakan tagihan ke suplier…
          </Text>
          {[60, 45, 70, 50].map((width) => (
            <Skeleton key={width} height={18} width={`${width}%`} />
          ))}
        </Stack>
      )}
    </Stack>
  )
}
