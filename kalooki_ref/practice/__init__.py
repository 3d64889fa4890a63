"""Questions to practise with, made from a system's rules and judged by the referee."""
