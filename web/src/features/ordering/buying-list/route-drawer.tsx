import type { MappingRow } from '@lapak/contract/ordering/buying-list'
import { Alert, Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconInfoCircle, IconRouteOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { OfferPrice } from '#features/catalogue/catalogue/offer-price.tsx'
import { Quality } from '#features/catalogue/catalogue/quality.tsx'
import { placesQuery, type Route, type RouteStep, routeQuery, useReorderRoute } from '#features/ordering/buying-list/buying-list.api.ts'
import { MappingPrice, SellerLink, StatusSwitch } from '#features/ordering/buying-list/mapping-parts.tsx'
import { OfferState } from '#features/ordering/buying-list/offer-state.tsx'
import classes from '#features/ordering/buying-list/route-list.module.css'
import { routingLabels } from '#features/ordering/buying-list/routing-labels.ts'
import { useMappingActions } from '#features/ordering/buying-list/use-mapping-actions.ts'
import { Card } from '#ui/card.tsx'
import { OrderList } from '#ui/order-list.tsx'
import { SideDrawer } from '#ui/side-drawer.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import link from '#ui/text-link.module.css'

/** The route that an order for this product would take now: the sellers in the order in which they are tried. */
export function RouteDrawer({ productcode, onClose }: { productcode: string | undefined; onClose: () => void }) {
  return (
    <SideDrawer record={productcode} title={(productcode) => `Rute ${productcode}`} width={560} onClose={onClose}>
      {(productcode) => <ProductRoute productcode={productcode} />}
    </SideDrawer>
  )
}

function ProductRoute({ productcode }: { productcode: string }) {
  const route = useQuery(routeQuery(productcode))
  const places = useQuery(placesQuery(productcode)).data ?? []
  const order = useReorderRoute(productcode)
  if (route.error && !route.data)
    return <ErrorState title="Rute belum bisa ditampilkan" message={route.error.message} onRetry={() => void route.refetch()} />
  if (!route.data) return <TextSkeleton />
  const { routing, steps } = route.data
  const off = places.filter(({ status }) => !status)
  return (
    <Stack gap="lg">
      {places[0] && <Text fw={650}>{places[0].productname}</Text>}
      <RoutingNote routing={routing} />
      {steps.length === 0 ? (
        <EmptyState icon={IconRouteOff} title="Tidak ada suplier aktif" hint="Pesanan produk ini ditolak sampai ada suplier yang aktif." />
      ) : (
        <RouteList
          producttype={places[0]?.producttype ?? 0}
          steps={steps}
          onOrder={routing === 'mine' ? (ids) => order.mutate({ ids }) : undefined}
        />
      )}
      {off.length > 0 && <SwitchedOff rows={off} />}
    </Stack>
  )
}

function RoutingNote({ routing }: { routing: Route['routing'] }) {
  const settings = (
    <Link to="/profile" search={{ tab: 'api' }} className={link.inline}>
      Ubah urutan
    </Link>
  )
  if (routing === 'mine')
    return (
      <Text size="sm" c="dimmed">
        Pesanan mencoba suplier dari atas ke bawah menurut prioritas Anda; yang tidak buka dilewati. {settings}
      </Text>
    )
  return (
    <Alert color="blue" variant="light" icon={<IconInfoCircle size={20} />} title={`Urutan aktif: ${routingLabels[routing]}`}>
      Prioritas Anda tidak dipakai selama urutan ini aktif. {settings}
    </Alert>
  )
}

function SwitchedOff({ rows }: { rows: MappingRow[] }) {
  const actions = useMappingActions(noWays)
  return (
    <section aria-label="Tidak aktif">
      <Text component="h3" fw={650} mb={8}>
        Tidak aktif
      </Text>
      <Stack component="ul" gap={8}>
        {rows.map((row) => (
          <Card key={row.id.toString()} component="li" look="off" p="4px 12px">
            <Group justify="space-between" gap="4px 12px" fz="sm">
              <SellerLink row={row} />
              <MappingPrice row={row} />
              <StatusSwitch row={row} actions={actions} />
            </Group>
          </Card>
        ))}
      </Stack>
    </section>
  )
}

/** Rows in the drawer can neither open another route nor buy. */
const noWays = { openRoute: () => undefined, buy: () => undefined }

function TextSkeleton() {
  return (
    <Stack gap={8} aria-busy>
      <Skeleton height={20} width="60%" />
      {['a', 'b', 'c'].map((bone) => (
        <Skeleton key={bone} height={68} radius={12} />
      ))}
    </Stack>
  )
}

// — Route list

interface ListProps {
  /** Needed because for bills and open denominations the price is added to the amount. */
  producttype: MappingRow['producttype']
  steps: RouteStep[]
  /** Called with the new order of the sellers; undefined while the sellers are not routed by the buyer's own priority. */
  onOrder?: ((ids: bigint[]) => void) | undefined
}

/** The sellers of a route in their order. */
function RouteList({ producttype, steps, onOrder }: ListProps) {
  const first = steps.find(({ state }) => state === 'open')
  const placeOf = (step: RouteStep) => (step === first ? 'first' : step.state === 'open' ? 'next' : 'skipped')
  const looks = { first: 'chosen', next: undefined, skipped: 'off' } as const
  return (
    <OrderList
      label="Rute pesanan"
      rows={steps}
      nameOf={({ sellername }) => sellername}
      look={(step) => looks[placeOf(step)]}
      renderRow={(step) => <StepWords step={{ ...step, producttype }} place={placeOf(step)} />}
      onOrder={onOrder && ((ordered) => onOrder(ordered.map(({ id }) => id)))}
    />
  )
}

const placeWords = { first: 'Dipakai sekarang', next: 'Cadangan', skipped: 'Dilewati' } as const

function StepWords({ step, place }: { step: RouteStep & Pick<MappingRow, 'producttype'>; place: keyof typeof placeWords }) {
  return (
    <>
      <div className={classes.line}>
        <SellerLink row={step} />
        <OfferPrice {...step} />
      </div>
      <div className={classes.line}>
        <span className={classes.state}>
          <span className={classes.place} data-place={place}>
            {placeWords[place]}
          </span>
          {place === 'skipped' && <OfferState of={step.state} />}
        </span>
        <Quality {...step} />
      </div>
    </>
  )
}
