import { allChoice, ChoiceFilter, namedChoices } from '#ui/choice-filter.tsx'
import classes from '#ui/seller-select.module.css'

interface Props {
  sellers: { sellerid: bigint; sellername: string }[]
  value: string | undefined
  onChoose: (sellerid: string | undefined) => void
}

/** Filters a list by seller. */
export function SellerSelect({ sellers, value, onChoose }: Props) {
  const names = new Map(sellers.map(({ sellerid, sellername }) => [sellerid.toString(), sellername]))
  return (
    <ChoiceFilter
      label="Suplier"
      className={classes.select}
      value={value}
      choices={[allChoice('suplier'), ...namedChoices([...names], value)]}
      onChoose={onChoose}
    />
  )
}
