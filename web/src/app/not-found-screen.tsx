export function NotFoundScreen() {
  return <h1>Diese Seite wurde rausgewählt.</h1>
}
