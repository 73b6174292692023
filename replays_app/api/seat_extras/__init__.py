"""What is kept beside a battle's log for those who sit there: clocks, standing answers, orders not sent."""
