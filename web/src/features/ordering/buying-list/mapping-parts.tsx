import { type MappingRow, mappingStatusLabels } from '@lapak/contract/ordering/buying-list'
import { ActionIcon, Button, Switch } from '@mantine/core'
import { IconRoute, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { NormalPrice } from '#features/catalogue/catalogue/normal-price.tsx'
import { OfferPrice } from '#features/catalogue/catalogue/offer-price.tsx'
import classes from '#features/ordering/buying-list/mapping.module.css'
import type { MappingActions } from '#features/ordering/buying-list/use-mapping-actions.ts'
import { shortName } from '#lib/short-name.ts'
import link from '#ui/text-link.module.css'

interface PartProps {
  row: MappingRow
  actions: MappingActions
}

const what = ({ productname, sellername }: MappingRow) => `${productname} dari ${sellername}`

export function StatusSwitch({ row, actions }: PartProps) {
  return (
    <Switch
      className={classes.switch}
      checked={row.status}
      disabled={actions.busy(row)}
      label={mappingStatusLabels[row.status ? 1 : 0]}
      aria-label={`${mappingStatusLabels[row.status ? 1 : 0]}: ${what(row)}`}
      onChange={() => actions.askSwitch(row)}
    />
  )
}

export function RemoveButton({ row, actions }: PartProps) {
  return (
    <ActionIcon color="red" aria-label={`Hapus ${what(row)}`} loading={actions.busy(row)} onClick={() => actions.confirmRemove(row)}>
      <IconTrash size={18} />
    </ActionIcon>
  )
}

export function BuyButton({ row, actions }: PartProps) {
  return (
    <Button
      size="sm"
      color="orange"
      variant="light"
      className={classes.buy}
      disabled={row.state !== 'open'}
      aria-label={`Beli ${what(row)}`}
      onClick={() => actions.buy(row)}
    >
      Beli
    </Button>
  )
}

/** The position of the offer in the route of its product, as a button that opens the route. */
export function RouteButton({ row, actions }: PartProps) {
  return (
    <Button
      size="sm"
      variant="default"
      className={classes.route}
      leftSection={<IconRoute size={16} aria-hidden />}
      aria-label={`Prioritas ${row.prioritas}, atur rute ${row.productname}`}
      onClick={() => actions.openRoute(row.productcode)}
    >
      {row.prioritas}
    </Button>
  )
}

export function SellerLink({ row: { sellerid, sellername } }: { row: Pick<MappingRow, 'sellerid' | 'sellername'> }) {
  return (
    <Link to="/supplier/$id" params={{ id: sellerid.toString() }} className={link.link} title={sellername}>
      {shortName(sellername)}
    </Link>
  )
}

/** The price that this buyer pays, and the normal price if it is higher. */
export function MappingPrice({ row }: { row: MappingRow }) {
  return (
    <span className={classes.price}>
      <OfferPrice {...row} />
      <NormalPrice {...row} />
    </span>
  )
}
