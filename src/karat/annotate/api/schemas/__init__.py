"""What the routes take and answer, as pydantic models; the page's TypeScript types are generated from them."""
