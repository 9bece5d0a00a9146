import { IconReceipt, IconShoppingCartPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import classes from '#routes/navigation.module.css'

/** Tablets and desks: the screens that exist, under the top bar. */
export function SecondToolbar() {
  return (
    <nav className={classes.second} aria-label="Menu utama">
      <Link to="/trxpembelian" className={classes.entry} activeOptions={{ includeSearch: false }}>
        <IconReceipt size={18} aria-hidden />
        Transaksi
      </Link>
    </nav>
  )
}

/** Phones: the same within reach of the thumb, and the purchase itself. */
export function BottomBar() {
  return (
    <nav className={classes.bottom} aria-label="Menu utama">
      <Link to="/trxpembelian" className={classes.tab} activeOptions={{ includeSearch: false }}>
        <IconReceipt size={22} aria-hidden />
        Transaksi
      </Link>
      <Link to="/trxpembelian" search={(search) => ({ ...search, beli: '1' as const })} className={classes.buy} activeProps={{}}>
        <IconShoppingCartPlus size={22} aria-hidden />
        Beli
      </Link>
    </nav>
  )
}
